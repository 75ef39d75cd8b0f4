#!/usr/bin/env bash
# Runs the tests, or tests a package, on another Debian or on Ubuntu.
#
#   Tests/debian.sh RELEASE                  runs the README's two commands on a fresh Debian
#   Tests/debian.sh RELEASE --built          runs the tests with windows that ./meson-wrapper.sh test has built here, with
#                                            the libraries of RELEASE, without a compilation
#   Tests/debian.sh RELEASE --deb [FILE]     installs, uses and removes a Debian package on a fresh system without Swift;
#                                            if no FILE is named, the one that ./meson-wrapper.sh deb has built here
#   Tests/debian.sh RELEASE --bundle [FILE]  unpacks, uses and removes a bundle, or the one that ./meson-wrapper.sh bundle
#                                            has built here
#
# RELEASE is bookworm or trixie, and for packages also noble (Ubuntu 24.04). Its system is made in a temporary folder and
# removed at the end. Except for packages, it uses the Swift toolchain of this machine, which must be in a folder of its
# own. The last commit is cloned into it, with the packages from SwiftPM's copies in .build, so that only the
# distribution's mirror has to be reached: MIRROR, which only noble needs, and through http_proxy if it is set. Needs root
# and debootstrap; the first form takes up to an hour, the last two a few minutes. docs/PLATFORMS.md lists the results; the
# logs of failed tests are in .test-failures/RELEASE.
#
# Exit status: 0, that of the tests, or 2 if the system cannot be made.
set -euo pipefail
package=${3:+$(realpath "$3")}
cd "$(dirname "$0")/.."

die() { echo "debian.sh: $*" >&2; exit 2; }
release=${1:-}
what=${2:-all}
case $release:$what in
  bookworm:* | trixie:*) ;;
  noble:--deb | noble:--bundle) [ -n "${MIRROR:-}" ] || die "MIRROR must name a mirror of Ubuntu." ;;
  noble:*) die "on noble, only packages are tested." ;;
  *) die "name a release: bookworm, trixie or noble." ;;
esac
case $what in
  all | --built) ;;
  --deb) package=${package:-$(echo .build-deb/backscroll_*.deb)} ;;
  --bundle) package=${package:-$(echo .build-bundle/backscroll-*.tar.xz)} ;;
  *) die "unknown option '$what'." ;;
esac
[ -z "$package" ] || [ -f "$package" ] || die "there is no package $package; run './meson-wrapper.sh ${what#--}' first."

# The namespaces end all processes and mounts, so the folder that is removed contains no files of this machine.
if [ "${4:-}" != --in-namespaces ]; then
  [ "$(id -u)" -eq 0 ] || die "run this as root."
  command -v debootstrap >/dev/null || die "install the package debootstrap first."
  system=$(mktemp -d "${TMPDIR:-/var/tmp}/backscroll-$release.XXXXXX")
  trap 'rm -rf --one-file-system "$system"' EXIT
  trap 'exit 130' INT TERM
  # The root of a system, in which some tests run as users other than root.
  chmod 755 "$system"
  unshare --mount --propagation private --pid --fork --kill-child \
    Tests/debian.sh "$release" "$what" "$package" --in-namespaces "$system"
  exit
fi
system=$5

toolchain=""
if [ -z "$package" ]; then
  swift=$(readlink -f "$(command -v swift)") || die "there is no Swift toolchain."
  toolchain=${swift%/usr/bin/*}
  [ -n "$toolchain" ] && [ -d "$toolchain/usr/lib/swift" ] || die "the toolchain of $swift is not in a folder of its own."
fi

options=(--variant=minbase "--include=git,ca-certificates")
script=()
if [ "$release" = noble ]; then
  options+=("--components=main,universe")
  # Debian's debootstrap may not know the release, but all of Ubuntu's have the same script.
  script=(/usr/share/debootstrap/scripts/jammy)
fi
debootstrap "${options[@]}" "$release" "$system" ${MIRROR:+"$MIRROR"} "${script[@]}" >"$system.log" 2>&1 ||
  die "the system cannot be made; see $system.log."
rm "$system.log"
mount -t proc proc "$system/proc"
mount --rbind /sys "$system/sys"
mount --rbind /dev "$system/dev"
if [ -n "$toolchain" ]; then
  # At its own path, where built programs look for its libraries.
  mkdir -p "$system$toolchain"
  mount --bind "$toolchain" "$system$toolchain"
  mount -o remount,bind,ro "$system$toolchain"
fi

# Runs a command in the system, in a folder of it.
inside() {
  chroot "$system" env -i HOME=/root TERM=dumb LANG=C.UTF-8 ${CI:+"CI=$CI"} \
    PATH="${toolchain:+$toolchain/usr/bin:}/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} ${no_proxy:+"no_proxy=$no_proxy"} \
    bash -euc "cd '$1'; $2"
}

passed() {
  inside "$1" ". /etc/os-release; version() { dpkg-query -W -f '\${Version}' libgtk-4-1; }
    echo \"debian.sh: \$PRETTY_NAME\$(sed -n 's/^[0-9]/ &/p' /etc/debian_version) with GTK \$(version): passed.\""
}

if [ -n "$package" ]; then
  cp "$package" "$system/tmp"
  cp Tests/packaged.sh "$system/tmp"
  inside / "sh /tmp/packaged.sh ${what#--} '/tmp/$(basename "$package")'"
  passed /
  exit
fi

if [ "$what" = --built ]; then
  [ -x .build/debug/backscrollPackageTests.xctest ] || die "run './meson-wrapper.sh test' first."
  # The dependencies of the toolchain's and the program's libraries, by the names of this release.
  case $release in
    bookworm) libraries="libarchive13 libcurl4" ;;
    trixie) libraries="libarchive13t64 libcurl4t64" ;;
  esac
  inside / "
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -q && apt-get install -y -q --no-install-recommends libgtk-4-1 libsoup-3.0-0 libsqlite3-0 libxml2 \
      libedit2 libncurses6 libstdc++6 zlib1g tzdata gettext $libraries; } >/tmp/log 2>&1 || { cat /tmp/log; exit 2; }
  " || die "the packages cannot be installed; see above."
  # The checkout at its own path, which the built tests contain; read-only, except for a separate folder of failures.
  mkdir -p "$system$PWD" ".test-failures/$release"
  mount --bind . "$system$PWD"
  mount -o remount,bind,ro "$system$PWD"
  mount --bind ".test-failures/$release" "$system$PWD/.test-failures"
  inside "$PWD" './meson-wrapper.sh test-built' || {
    status=$?
    echo "debian.sh: the logs are in $PWD/.test-failures/$release." >&2
    exit "$status"
  }
  rmdir ".test-failures/$release" .test-failures 2>/dev/null || true
  passed /
  exit
fi

swift package resolve || die "the packages could not be fetched."
mkdir -p "$system/srv/packages"
git clone -q --no-local . "$system/srv/backscroll"
for copy in .build/repositories/*/; do
  address=$(git -C "$copy" config remote.origin.url)
  git clone -q --mirror --no-local "$copy" "$system/srv/packages/${address#https://github.com/}"
done
git config --file "$system/etc/gitconfig" url.file:///srv/packages/.insteadOf https://github.com/

# Before the tests, since the window must not depend on their packages.
inside /srv/backscroll '
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
  # The signal ends the program, which closes its archive first.
  wait "$program" || status=$?
  [ "${status:-0}" -eq 143 ] || { cat /tmp/log; exit 1; }
'
echo "debian.sh: the window opened, and closed on SIGTERM."

inside /srv/backscroll './meson-wrapper.sh test' || {
  status=$?
  mkdir -p .test-failures
  rm -rf ".test-failures/$release"
  cp -r "$system/srv/backscroll/.test-failures" ".test-failures/$release"
  die "the tests failed with the status $status; see .test-failures/$release."
}
passed /
