#!/usr/bin/env bash
# This runs what stock hosts load, ONNX Runtime's provider and Triton's backend, under sanitizers (docs/onnxruntime.md, Sanitizers).
#
#   tools/scripts/sanitize_hosts.sh asan|tsan PYTHON [words of test/tools/onnxruntime/stress.py…]
#
# PYTHON is an interpreter with onnxruntime 1.23 or later, and onnx. It builds in build/asan or build/tsan only what these need, runs their
# tests, and then stress.py: 8 threads on two sessions, 1,000 runs each, and 500 runs that are told to terminate, unless the words say less.
set -euo pipefail

[ $# -ge 2 ] && [[ $1 =~ ^(asan|tsan)$ ]] || { sed -n 's/^#   /usage: /p' "$0" >&2; exit 2; }
readonly kind=$1 python=$2
shift 2
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sanitize=address,undefined
[ "$kind" = asan ] || sanitize=thread

# The sources of a folder together: alone they take three times as long, and the other tests of this preset see missing includes.
cmake --preset "$kind" -DQOPT_UNITY=ON -DQOPT_ORT_PYTHON="$python"
ninja -C "build/$kind" qopt_ort qopt_ort_on_host tools_triton_test bin/qopt bin/qrun
ctest --preset "$kind" --output-on-failure -R '^tools\.onnxruntime|^tools_triton_test$'
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "build/$kind/CMakeCache.txt")
# The sanitizers keep memory of their own, and what was given back for a while: a leak of every run would be more.
python3 -B test/tools/onnxruntime/run_onnxruntime.py --script=stress.py --python="$python" --package="build/$kind/onnxruntime" \
  --sanitize="$sanitize" --compiler="$compiler" --most-growth=2000 "$@"
