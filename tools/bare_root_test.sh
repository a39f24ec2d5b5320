#!/usr/bin/env bash
# Proves the README's promise: ./run demo and ./run test on a bare Debian 12 with nothing but apt.
# Makes a root with debootstrap (bookworm and bookworm-security, from the archives that this machine's
# own apt uses), unpacks HEAD there and runs both commands inside by chroot.
# Usage, as root: tools/bare_root_test.sh [--keep] [FOLDER] [VERB…]
#   FOLDER (default: a new one under /tmp) holds the root; an existing root in it is used again, as it
#   is left by --keep. VERBs default to: demo test. The verb `pages` needs a build in build/release: it
#   installs that into the root, with the packages that docs/install.md names for a machine that only
#   runs qopt, and follows docs/tutorial.md there; then, with a compiler, docs/embedding.md. The verb `container`
#   needs that build, too: it does the last stage of Dockerfile in the root, and runs qopt as its user.
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

mount_all() {
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys" && mount --make-rslave "$root/sys"
  mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"
}

unmount_all() {
  umount -R "$root/dev" "$root/sys" "$root/proc" 2>/dev/null || true
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
  for page in tutorial embedding; do
    [ "$page" = tutorial ] || install_packages g++ cmake ninja-build libmlir-22-dev mlir-22-tools llvm-22-dev
    python3 "$repository/test/pages/run_page.py" --chroot="$root" --prefix=/usr/local "$repository/docs/$page.md"
  done
}

# What Dockerfile's last stage does, with a build of this machine: the first one is ./run build.
try_container() {
  local state=/var/lib/qopt
  rm -rf "$folder/image"
  QOPT_BUILT=yes "$repository/tools/container/steps.sh" build "$folder/image" || return
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
