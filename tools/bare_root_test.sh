#!/usr/bin/env bash
# Proves the README's promise: ./run demo and ./run test on a bare Debian 12 with nothing but apt.
# Makes a root with debootstrap (bookworm and bookworm-security, from the archives that this machine's
# own apt uses), unpacks HEAD there and runs both commands inside by chroot.
# Usage, as root: tools/bare_root_test.sh [--keep] [FOLDER] [VERB…]
#   FOLDER (default: a new one under /tmp) holds the root; an existing root in it is used again, as it
#   is left by --keep. VERBs default to: demo test. The verb `pages` needs a build in build/release: it
#   installs that into the root, with the packages that docs/install.md names for a machine that only
#   runs qopt, and follows docs/tutorial.md there; then, with a compiler, docs/embedding.md. The verb `container`
#   needs that build, too: it does the last stage of Dockerfile in the root, and runs qopt as its user. The verb `wheels`
#   needs the wheels in build/release/wheel (ninja -C build/release qopt_wheel): with python3 and python3-venv alone it
#   installs qopt-runtime in one virtual environment and qopt-compiler in another, does what docs/python.md says there, and
#   prints what an import and a call cost. With --keep and the FOLDER of an earlier call it takes a minute. The verb `image`
#   builds Dockerfile by buildah, from the root in the place of debian:12, and runs qopt in the image; with QOPT_BUILT=yes in
#   the environment of the build in build/release.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die() {
  printf 'bare_root_test: %s\n' "$*" >&2
  exit 1
}

# The archive that apt reads suite $1 from, as configured on this machine.
archive_of() {
  apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
    awk -v suite="$1" '$1 == suite { print $2; exit }'
}

make_root() {
  local main security
  main=$(archive_of bookworm)
  security=$(archive_of bookworm-security)
  [ -n "$main" ] || die "this machine's apt has no suite bookworm"
  [ -n "$security" ] || die "this machine's apt has no suite bookworm-security"
  echo "bare_root_test: debootstrap into $root"
  debootstrap --variant=minbase bookworm "$root" "$main" >"$folder/debootstrap.log" ||
    die "debootstrap failed; see $folder/debootstrap.log"
  printf 'deb %s bookworm main\ndeb %s bookworm-security main\n' "$main" "$security" \
    >"$root/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(Check-|https?::Proxy )' >"$root/etc/apt/apt.conf.d/00machine" || true
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  printf '127.0.0.1 localhost\n' >"$root/etc/hosts" # Debian's installer writes it, debootstrap does not
}

# The root gets device files of its own: what deletes the root's must not delete this machine's.
mount_all() {
  local node
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for node in null:3 zero:5 full:7 random:8 urandom:9; do
    mknod -m 666 "$root/dev/${node%:*}" c 1 "${node#*:}"
  done
  mknod -m 666 "$root/dev/tty" c 5 0
  ln -s /proc/self/fd "$root/dev/fd"
  mkdir -p "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
}

# Unmounts the tree's parts. A part that is still in use leaves the tree at once and ends with its
# last user.
unmount_all() {
  local place
  for place in dev sys proc; do
    ! mountpoint -q "$root/$place" || umount -R -l "$root/$place"
  done
}

in_root() {
  chroot "$root" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null
}

install_packages() { in_root apt-get install -y --no-install-recommends "$@" >>"$folder/apt.log"; }

follow_pages() {
  local libraries page
  libraries=$(sed -n 's/^apt-get install --no-install-recommends //p' "$repository/docs/install.md")
  in_root apt-get update >"$folder/apt.log"
  install_packages $libraries
  cmake --install "$repository/build/release" --prefix "$folder/installed" >"$folder/install.log"
  cp -a "$folder/installed/." "$root/usr/local/"
  in_root ldconfig
  for page in how-it-works tutorial embedding passes; do
    case $page in embedding | passes) install_packages g++ cmake ninja-build libmlir-22-dev mlir-22-tools llvm-22-dev ;; esac
    python3 "$repository/test/pages/run_page.py" --chroot="$root" --prefix=/usr/local "$repository/docs/$page.md"
  done
}

# Does what Dockerfile's last stage does, with a build of this machine: the first stage is ./run
# build.
try_container() {
  local state=/var/lib/qopt
  rm -rf "$folder/image"
  QOPT_BUILT=build/release "$repository/tools/container/steps.sh" build "$folder/image" || return
  cp -a "$folder/image/." "$root/" || return
  in_root userdel qopt 2>/dev/null || true # of an earlier call
  in_root /usr/local/share/qopt/steps.sh run || return
  as_user() {
    in_root setpriv --reuid=qopt --regid=qopt --clear-groups \
      env HOME=$state XDG_CACHE_HOME=$state/cache XDG_DATA_HOME=$state/data "$@"
  }
  as_user qrun devices || return
  as_user sh -c 'qrun label /usr/local/share/qopt/examples/lenet.onnx --device=opencl \
    $(find /usr/local/share/qopt/examples/digits -name "*.png" | sort | head -n 2)' || return
  as_user test -s $state/cache/qopt/kernels.sqlite || return
  ! as_user touch /usr/local/written 2>/dev/null
}

# Assignments for a pip in the root: how this machine's reaches its index.
pip_settings() {
  local name cert
  cert=${PIP_CERT:-$(python3 -m pip config get global.cert 2>/dev/null || true)}
  if [ -n "$cert" ]; then
    cp "$cert" "$root/root/pip-cert.pem"
    echo PIP_CERT=/root/pip-cert.pem
  fi
  for name in PIP_INDEX_URL HTTPS_PROXY HTTP_PROXY https_proxy http_proxy; do
    [ -z "${!name:-}" ] || echo "$name=${!name}"
  done
}

# Installs the wheels as a user does: each in a fresh virtual environment, all that they need from
# pip's index.
try_wheels() {
  local wheels=$repository/build/release/wheel settings tests=/root/qopt/test/tools/python programs=/root/programs name
  in_root apt-get update >"$folder/apt.log" || return
  install_packages python3 python3-venv || return
  rm -rf "$root/root/wheels" "$root/root/compiler" "$root/root/runtime" "$root$programs"
  mkdir -p "$root/root/wheels" "$root$programs"
  cp "$wheels"/qopt_runtime-*.whl "$wheels"/qopt_compiler-*.whl "$root/root/wheels" || return
  mapfile -t settings < <(pip_settings)
  for name in runtime compiler; do
    in_root python3 -m venv "/root/$name" || return
    in_root env "${settings[@]}" "/root/$name/bin/python" -m pip install -q --find-links /root/wheels "qopt-$name" || return
    in_root sh -c "du -shc /root/$name/lib/python3*/site-packages/qopt*" | sed "s/total/qopt-$name, installed/"
  done
  as_user() { in_root env -C "$1" QOPT_TEST_PROGRAMS="$programs" "${@:2}"; }
  as_user "$tests" /root/compiler/bin/python -B -m unittest page_test processes_test.Workers || return
  as_user "$tests/wheels" /root/compiler/bin/python -B make_programs.py "$programs" || return
  as_user "$tests/wheels" /root/runtime/bin/python -B -m unittest runtime_alone || return
  in_root /root/compiler/bin/python -c 'import time, numpy; t = time.process_time(); import qopt
print(f"import qopt: {(time.process_time() - t) * 1e3:.0f} ms of processor time")'
}

# The whole of Dockerfile by buildah, without a daemon or a registry: debian:12 is an image of the root, as it is now. With
# QOPT_BUILT=yes the first stage installs this machine's build/release, in the place of building.
try_image() {
  local store=$folder/images made flags=()
  command -v buildah >/dev/null || die "needs buildah: apt-get install buildah"
  image() { buildah --root "$store/store" --runroot "$store/run" --storage-driver vfs "$@"; }
  if [ -n "${QOPT_BUILT:-}" ]; then
    in_root apt-get update >"$folder/apt.log" && install_packages cmake || return
    flags=(--volume "$repository:$repository" --build-arg "QOPT_BUILT=$repository/build/release")
  fi
  rm -rf "$store"
  made=$(image from scratch)
  tar -c --one-file-system -C "$root" --exclude=./root/qopt . >"$folder/root.tar" &&
    image add -q "$made" "$folder/root.tar" / >/dev/null && image commit -q "$made" docker.io/library/debian:12 >/dev/null || return
  rm "$folder/root.tar"
  image rm "$made" >/dev/null
  image bud --isolation=chroot --pull-never "${flags[@]}" -t qopt "$root/root/qopt" >"$folder/image.log" 2>&1 || {
    tail -n 20 "$folder/image.log" >&2
    return 1
  }
  made=$(image from --pull-never qopt)
  in_image() { image run --isolation=chroot "$made" -- "$@"; }
  in_image qrun devices || return
  in_image sh -c 'test "$(id -un)" = qopt && test "$PWD" = /work' || return
  in_image sh -c 'qrun label /usr/local/share/qopt/examples/lenet.onnx --device=opencl \
    $(find /usr/local/share/qopt/examples/digits -name "*.png" | sort | head -n 2)' || return
  in_image test -s /var/lib/qopt/cache/qopt/kernels.sqlite || return
  ! in_image touch /usr/local/written 2>/dev/null
}

finish() {
  unmount_all
  [ "$keep" = yes ] || rm -rf --one-file-system "$root"
}

main() {
  local verb start status=0
  keep=no
  [ "${1:-}" != --keep ] || { keep=yes; shift; }
  [ "$(id -u)" = 0 ] || die "needs root, for debootstrap and chroot"
  command -v debootstrap >/dev/null || die "needs debootstrap: apt-get install debootstrap"
  folder=${1:-$(mktemp -d /tmp/qopt-bare.XXXXXX)}
  [ $# = 0 ] || shift
  [ $# -gt 0 ] || set -- demo test
  root=$folder/root
  mkdir -p "$folder"
  trap finish EXIT
  [ -x "$root/usr/bin/apt-get" ] || make_root
  unmount_all # what a broken off call left
  mount_all
  rm -rf "$root/root/qopt"
  mkdir -p "$root/root/qopt"
  git -C "$repository" archive HEAD | tar -x -C "$root/root/qopt"
  for verb in "$@"; do
    start=$SECONDS
    if [ "$verb" = pages ]; then
      follow_pages || status=$?
    elif [ "$verb" = container ]; then
      try_container || status=$?
    elif [ "$verb" = image ]; then
      try_image || status=$?
    elif [ "$verb" = wheels ]; then
      try_wheels || status=$?
    else
      chroot "$root" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        bash -c "cd /root/qopt && ./run $verb" </dev/null || status=$?
    fi
    echo "bare_root_test: $verb: exit $status after $((SECONDS - start)) s"
    [ $status = 0 ] || break
  done
  return $status
}

main "$@"
