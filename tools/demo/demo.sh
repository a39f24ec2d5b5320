#!/bin/sh
# demo.sh BUILD_DIR: a trained network from ONNX to INT8, and one table of what
# that costs and saves. Runs on the best device present: a GPU through OpenCL, or
# this machine's processor. Exits 4 when INT8 predicts more than 1 % of the images differently.
set -eu

if [ $# -ne 1 ] || [ ! -x "$1/bin/qopt" ]; then
  echo "usage: $0 BUILD_DIR (a build folder with bin/qopt and bin/qrun)" >&2
  exit 2
fi
bin=$(cd "$1/bin" && pwd)
models=$(cd "$(dirname "$0")/../../test/models" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

say() { echo "+ $*" | sed "s|$bin/||g; s|$models/||g"; "$@"; }

device=$("$bin/qrun" devices --best)
echo "A LeNet trained on handwritten digits, 500 images that the project drew itself, on $device."
say "$bin/qopt" "$models/lenet.onnx" --mean=0 --std=255 -o model.mlirbc
say "$bin/qopt" model.mlirbc --fold-batch-norm -o folded.mlir
say "$bin/qrun" calibrate folded.mlir --data="$models/digits_calibration.npz" \
  --device="$device" -o cal.json
say "$bin/qopt" folded.mlir --insert-quant="calibration=cal.json profile=qopt" --fold-dequant \
  -o q.mlir
say "$bin/qrun" eval q.mlir --against=folded.mlir --data="$models/digits_dev.npz" \
  --device="$device" --table --max-flips=5
