#!/usr/bin/env bash
# Runs the README's two commands on a fresh Debian: "Tests/debian.sh bookworm" or "Tests/debian.sh trixie".
#
# The system is made in a temporary folder and removed again. It has git, the Swift toolchain of this machine, which has to
# lie in a folder of its own, and an X server for the window; the commands install the rest. The clone in it is of the last
# commit, and takes its packages from SwiftPM's copies in .build, so that only Debian's mirror has to be reached: MIRROR's,
# and through http_proxy, if they are set. Needs root and debootstrap, and takes up to an hour. docs/PLATFORMS.md keeps
# the results; the logs of failed tests go to .test-failures/RELEASE.
set -euo pipefail
cd "$(dirname "$0")/.."

die() { echo "debian.sh: $*" >&2; exit 2; }
release=${1:-}
case $release in
  bookworm | trixie) ;;
  *) die "name a release: bookworm or trixie." ;;
esac

# What is mounted and started goes with the namespaces, so nothing of this machine lies in the folder that is removed.
if [ "${2:-}" != --in-namespaces ]; then
  [ "$(id -u)" -eq 0 ] || die "run this as root."
  command -v debootstrap >/dev/null || die "install the package debootstrap first."
  system=$(mktemp -d "${TMPDIR:-/var/tmp}/backscroll-$release.XXXXXX")
  trap 'rm -rf --one-file-system "$system"' EXIT
  trap 'exit 130' INT TERM
  # The root of a system, in which some tests are others than root.
  chmod 755 "$system"
  unshare --mount --propagation private --pid --fork --kill-child Tests/debian.sh "$release" --in-namespaces "$system"
  exit
fi
system=$3

swift=$(readlink -f "$(command -v swift)") || die "there is no Swift toolchain."
toolchain=${swift%/usr/bin/*}
[ -n "$toolchain" ] && [ -d "$toolchain/usr/lib/swift" ] || die "the toolchain of $swift is not in a folder of its own."
swift package resolve || die "the packages could not be fetched."

# MIRROR is a second argument or none.
debootstrap --variant=minbase --include=git,ca-certificates "$release" "$system" ${MIRROR:+"$MIRROR"} >"$system.log" 2>&1 ||
  die "the system cannot be made; see $system.log."
rm "$system.log"
mkdir -p "$system/opt/swift" "$system/srv/packages"
mount -t proc proc "$system/proc"
mount --rbind /sys "$system/sys"
mount --rbind /dev "$system/dev"
mount --bind "$toolchain" "$system/opt/swift"
mount -o remount,bind,ro "$system/opt/swift"

git clone -q --no-local . "$system/srv/backscroll"
for copy in .build/repositories/*/; do
  address=$(git -C "$copy" config remote.origin.url)
  git clone -q --mirror --no-local "$copy" "$system/srv/packages/${address#https://github.com/}"
done
git config --file "$system/etc/gitconfig" url.file:///srv/packages/.insteadOf https://github.com/

inside() {
  chroot "$system" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/opt/swift/usr/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} ${no_proxy:+"no_proxy=$no_proxy"} \
    bash -euc "cd /srv/backscroll; $1"
}

# Before the tests, whose packages the window has to do without.
inside '
  { apt-get update && apt-get install -y --no-install-recommends xvfb; } >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
  mkfifo /tmp/number
  Xvfb -displayfd 3 3>/tmp/number >/dev/null 2>&1 &
  read -r number </tmp/number
  # An hour is far more than the build takes.
  DISPLAY=:$number timeout 3600 ./meson-wrapper.sh run --demo --log-level debug >/tmp/log 2>&1 &
  program=$!
  until grep -q "window: first-frame" /tmp/log; do
    kill -0 "$program" 2>/dev/null || { cat /tmp/log; exit 1; }
    sleep 1
  done
  kill "$program"
  # The program closes its archive, and ends by the signal.
  wait "$program" || status=$?
  [ "${status:-0}" -eq 143 ] || { cat /tmp/log; exit 1; }
'
echo "debian.sh: the window opened, and closed when it was told to."

inside './meson-wrapper.sh test' || {
  status=$?
  mkdir -p .test-failures
  rm -rf ".test-failures/$release"
  cp -r "$system/srv/backscroll/.test-failures" ".test-failures/$release"
  die "the tests failed with the status $status; see .test-failures/$release."
}
inside '. /etc/os-release; echo "debian.sh: $PRETTY_NAME $(cat /etc/debian_version) with GTK $(pkg-config --modversion gtk4): passed."'
