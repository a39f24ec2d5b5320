#!/usr/bin/env bash
# Runs the steps of Dockerfile, as root on a Debian 12; tools/bare_root_test.sh needs no container.
#   steps.sh build FOLDER   in a checkout: builds qopt with the packages that it wants, and makes FOLDER of what the image
#                           gets: usr/local, and the packages that it runs with, as docs/install.md names them
#   steps.sh run            where FOLDER was copied to /: those packages, the user qopt, and the folder of its caches
set -euo pipefail

readonly packages=/usr/local/share/qopt/packages.txt user=qopt state=/var/lib/qopt

build() {
  local image=$1 repository
  repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
  cd "$repository"
  [ -n "${QOPT_BUILT:-}" ] || ./run build
  cmake --install "${QOPT_BUILT:-build/release}" --prefix "$image/usr/local" --strip >/dev/null
  rm -rf "$image/usr/local/include" "$image/usr/local/lib/cmake" "$image/usr/local/lib/pkgconfig"
  mkdir -p "$(dirname "$image$packages")"
  sed -n 's/^apt-get install --no-install-recommends //p' docs/install.md | tr ' ' '\n' >"$image$packages"
  printf '%s\n' ocl-icd-libopencl1 pocl-opencl-icd >>"$image$packages"
  install -D -m 0755 tools/container/steps.sh "$image/usr/local/share/qopt/steps.sh"
}

run() {
  apt-get update -qq
  xargs apt-get install -y -qq --no-install-recommends <"$packages" >/dev/null
  rm -rf /var/lib/apt/lists/*
  ldconfig
  useradd --uid 10001 --user-group --home-dir "$state" --create-home --shell /usr/sbin/nologin "$user"
  mkdir -p /work
  chown "$user:" /work
}

case ${1:-} in
  build) build "${2:?steps.sh build FOLDER}" ;;
  run) run ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
