#!/usr/bin/env bash
# Runs the steps of a release that are commands, and ends with a table of their results. docs/RELEASING.md has all steps.
#
#   Tests/release.sh [STAGE...]   runs all stages, or the named ones, in this order:
#
#     tests        .ci/run: all tests, the installation, a package that uses the library, the format, Debian 13
#     fresh        the README's two commands on a fresh Debian 12 and 13
#     dist         the source archive, made twice, in two folders
#     packages     the Debian package and the bundle, built twice, in two folders
#     installed    each of them used and removed on a fresh Debian 12 and 13
#     sanitizers   the tests without windows, with the address and the thread sanitizer
#     fuzz         inputs that libFuzzer makes, FUZZ_MINUTES (10) for each parser
#     soak         random walks through the program, for SOAK_MINUTES (60)
#     bench        the comparison with the stock widgets, and its goals
#
# If UBUNTU_MIRROR names a mirror of Ubuntu, "installed" includes Ubuntu 24.04. A stage that fails does not stop the
# others. The logs and the table are in .build-release. Needs root, since it makes other systems.
#
# Exit status: 0, 1 if a stage failed, or 2 if there is no such stage.
# shellcheck disable=SC2317 # functions that "step" calls
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

logs=$PWD/.build-release
table=$logs/table.txt
scratch=$(mktemp -d /var/tmp/backscroll-release.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
status=0

# --- A line of the table ----------------------------------------------------------------------

# Runs a command and adds a line to the table: "step NAME DETAIL COMMAND...". DETAIL is a command that reads the log and
# prints what the table says about it.
step() {
  local name=$1 detail=$2 begin=$SECONDS result=passed log=$logs/${1// /-}.log
  shift 2
  echo "release.sh: $name"
  if ! "$@" >"$log" 2>&1; then
    result=FAILED
    status=1
    tail -n 20 "$log"
  fi
  printf '%-26s %-7s %6d s  %s\n' "$name" "$result" $((SECONDS - begin)) \
    "$($detail <"$log" | awk '{ printf "%s%s", separator, $0; separator = ", " }')" | tee -a "$table"
}

# The details of steps.
compared() { sed -n 's/^release.sh: //p'; }
# The tests of all parts; .ci/run prints these lines twice.
counted() {
  grep -E '^[a-z-]+: (Executed|Test run with) [0-9]+ test' | sort -u | grep -oE '[0-9]+ test' |
    awk '{ sum += $1 } END { print sum + 0, "tests" }'
}
used() {
  sed -nE "s/^debian.sh: (.*): passed\.$/\1/p; s/^(deb|bundle): opens an archive from the menu.*/opened from the menu/p
    s/^(deb|bundle): opens by.*/opened/p; s/^(deb|bundle): is removed.*/removed/p" | awk '!seen[$0]++'
}
findings() {
  awk 'NF == 5 && $5 ~ /^[0-9]+$/ { targets++; inputs += $2; found += $5 }
    END { print targets + 0 " parsers, " inputs + 0 " inputs, " found + 0 " findings" }'
}
walks() { sed -n 's/^soak: \(walks=.*\)/\1/p'; }
goals() {
  awk '/ yes *$/ { met++ } / NO *$/ { missed++; sub(/  .*/, ""); names = names ": " $0 }
    END { print met + 0 " goals reached"; print missed + 0 " missed" names }'
}

# --- The stages -------------------------------------------------------------------------------

# Makes files here and in a clone, and compares them: "twice COMMAND FILE...". The second time, the settings that could get
# into a file differ.
twice() {
  local command=$1 clone=$scratch/$1 file
  shift
  ./meson-wrapper.sh "$command" || return
  git clone -q . "$clone" || return
  mkdir "$clone/.build"
  cp -R .build/repositories .build/checkouts .build/workspace-state.json "$clone/.build" || return
  (umask 077 && TZ=Asia/Seoul LC_ALL=C "$clone/meson-wrapper.sh" "$command") || return
  for file in "$@"; do
    cmp "$file" "$clone/$file" || return
    echo "release.sh: $(basename "$file") $(du -m "$file" | cut -f 1) MB"
  done
}

run_stage() {
  local version release package mirror kind
  version=$(Resources/install/version.sh)
  case $1 in
    tests) step tests counted .ci/run ;;
    fresh)
      for release in bookworm trixie; do step "fresh $release" counted Tests/debian.sh "$release"; done
      ;;
    dist) step "dist twice" compared twice dist ".build-meson/meson-dist/backscroll-$version.tar.xz" ;;
    packages)
      step "packages twice" compared twice packages \
        ".build-deb/backscroll_${version}_$(dpkg --print-architecture).deb" \
        ".build-bundle/backscroll-$version-$(uname -m).tar.xz"
      ;;
    installed)
      for release in bookworm trixie ${UBUNTU_MIRROR:+noble}; do
        mirror=${MIRROR:-}
        [ "$release" != noble ] || mirror=$UBUNTU_MIRROR
        for package in deb bundle; do
          step "$package on $release" used env ${mirror:+"MIRROR=$mirror"} Tests/debian.sh "$release" "--$package"
        done
      done
      ;;
    sanitizers)
      for kind in address thread; do step "$kind sanitizer" counted ./meson-wrapper.sh sanitize "$kind"; done
      ;;
    fuzz) step "fuzz ${FUZZ_MINUTES:-10} min each" findings ./meson-wrapper.sh fuzz "${FUZZ_MINUTES:-10}" ;;
    soak) step "soak ${SOAK_MINUTES:-60} min" walks ./meson-wrapper.sh soak "${SOAK_MINUTES:-60}" ;;
    bench) step bench goals ./meson-wrapper.sh bench ;;
  esac
}

stages=(tests fresh dist packages installed sanitizers fuzz soak bench)
[ $# -gt 0 ] || set -- "${stages[@]}"
for stage in "$@"; do
  [[ " ${stages[*]} " == *" $stage "* ]] || { echo "release.sh: there is no stage '$stage'." >&2; exit 2; }
done
mkdir -p "$logs"
: >"$table"
for stage in "${stages[@]}"; do
  [[ " $* " != *" $stage "* ]] || run_stage "$stage"
done
echo
cat "$table"
exit "$status"
