#!/bin/sh
# Builds, runs and tests Backscroll on a Debian or Ubuntu with a Swift 6.2 toolchain and git: installs missing packages,
# naming each, then calls SwiftPM. To install the program it calls meson, which defines the destinations and calls
# SwiftPM itself.
set -eu
# The program resolves relative paths from here.
caller=$PWD
cd "$(dirname "$0")"

say() { printf 'backscroll: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 2
}

usage() {
  cat <<'USAGE'
Usage: ./meson-wrapper.sh COMMAND [ARGUMENT...]

  run [ARGUMENT...]  installs what is missing, builds and opens the window;
                     arguments go to the program (try: run --help)
  test [FILTER]      installs what is missing and runs all tests, or those whose
                     name matches FILTER, on a display of their own
  sanitize [KIND]    runs the tests without windows with one of the compiler's sanitizers: address
                     or thread
  test-on RELEASE    runs the tests with windows that "test" has built, with the libraries of another Debian
                     (bookworm or trixie), in a temporary system; needs root
  soak [MINUTES [SEED]]
                     installs what is missing and walks at random through the program, for ten minutes
                     if nothing else is said; the same seed takes the same steps. Without a seed it also
                     measures what the program keeps after much use
  fuzz [MINUTES [TARGET]]
                     installs what is missing and reads inputs that libFuzzer makes, a minute for each parser
                     if nothing else is said. Keeps the inputs that break one in .fuzz; the exit status is then 1
  bench [ARGUMENT...]
                     installs what is missing and compares with the stock widgets, on a
                     display of its own; arguments go to backscroll-bench (try: bench --help)
  bench-instructions counts the instructions of the parts without widgets
  build              installs what is missing and builds the program
  install [--prefix P] [--destdir D]
                     builds the program and installs it with its desktop files into P: ~/.local,
                     or /usr/local for root; for packaging, below D
  uninstall [--prefix P] [--destdir D]
                     removes what "install" with the same arguments installed
  test-install       installs into a temporary folder, tests the program there, and uninstalls
  dist               packs the last commit and the packages it depends on into a source archive
                     that builds without a network
  deb                builds a Debian package of the last commit; one that is built on Debian 12 installs on
                     Debian 13, too
  bundle             packs the program of the last commit into a folder that runs on other distributions
  packages           both of them, with one compilation
  pictures [NAME...]
                     builds the program and makes the pictures of the README, docs/ and the manual, or those
                     with the names, on a display of its own
  docs               builds the libraries' documentation and tells how to read it; DocC's warnings
                     are errors
  clean              removes build products
  help               shows this text

Exit status: the program's or the tests' own; 2 if the set-up failed.
USAGE
}

# --- Packages -----------------------------------------------------------------------------

# The toolchain needs these to start, compile and link.
toolchain_packages="binutils gcc g++ libc6-dev libcurl4-openssl-dev libedit-dev libxml2-dev libncurses-dev
  libsqlite3-dev zlib1g-dev tzdata pkg-config git ca-certificates"
# gettext compiles the catalogues.
build_packages="libgtk-4-dev libsoup-3.0-dev libarchive-dev gettext"
# Icons, fonts and image loaders that the window needs, and TLS for its requests.
run_packages="glib-networking adwaita-icon-theme librsvg2-common webp-pixbuf-loader fonts-dejavu-core fonts-noto-core
  fonts-noto-cjk fonts-noto-color-emoji"
# Plugins that play films and voice notes in place, in the formats of messengers.
run_packages="$run_packages libgtk-4-media-gstreamer gstreamer1.0-plugins-good gstreamer1.0-libav"
# python3 runs the feed tests' server on loopback; openssl makes its certificate; poppler-utils reads printed pages.
test_packages="xvfb openbox xdotool x11-apps python3 openssl poppler-utils"
# ImageMagick takes the pictures of the documentation, and draws the photos in them.
picture_packages="xvfb openbox xdotool imagemagick python3"
# meson, and validators for the desktop's files.
install_packages="meson ninja-build desktop-file-utils appstream mandoc shared-mime-info"
# Build a Debian package, and check it.
deb_packages="dpkg-dev debhelper lintian xz-utils python3"
# Static libraries for a program that runs on other distributions.
bundle_packages="libarchive-dev libsqlite3-dev nettle-dev liblzma-dev libzstd-dev libbz2-dev zlib1g-dev xz-utils python3"
# A session bus, and a client for it.
session_packages="dbus libglib2.0-bin"
# The accessibility bus, for the test that acts as a screen reader.
access_packages="at-spi2-core"
# A Wayland compositor without a screen, and the tools that read its pictures.
wayland_packages="mutter pipewire wireplumber gstreamer1.0-pipewire gstreamer1.0-tools"

need_toolchain() {
  command -v swift >/dev/null 2>&1 ||
    die "there is no Swift toolchain. Install Swift 6.2 or later from https://www.swift.org/install/linux and put its usr/bin on PATH."
}

need_version() {
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  major=${version% *}
  minor=${version#* }
  [ -n "$version" ] || die "'swift --version' prints no version. Check that the Swift toolchain is complete."
  if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    die "Swift $major.$minor is too old. Install Swift 6.2 or later from https://www.swift.org/install/linux."
  fi
}

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$'; }

need_packages() {
  if ! command -v dpkg-query >/dev/null 2>&1; then
    if pkg-config --exists 'gtk4 >= 4.8' libsoup-3.0 libarchive 2>/dev/null; then return 0; fi
    die "this is not Debian or Ubuntu. Install GTK 4.8 or later, libsoup 3, libarchive and SQLite 3 with their development files by hand."
  fi
  missing=""
  for package in "$@"; do
    installed "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || die "these packages need root: run 'apt-get install$missing' as root first."
    as_root=sudo
  fi
  # shellcheck disable=SC2086 # lists of words
  $as_root apt-get update -q >&2 || say "the package lists could not be updated; continuing with the present ones."
  # shellcheck disable=SC2086
  sizes=$($as_root env LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null |
    sed -n 's/^Need to get \(.* [kMG]*B\).*/\1 to fetch/p; s/^After this operation, \(.*\) of additional.*/\1 on the disk/p' |
    paste -sd, | sed 's/,/, /')
  say "installing${sizes:+ ($sizes)}:$missing"
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2 ||
    die "the packages could not be installed. See the lines above; check the network, then run this again."
}

# --- Building -----------------------------------------------------------------------------

# Hides SwiftPM's warning about compiler flags in GTK's pkg-config file, which can be ignored.
quietly() {
  code_file=$(mktemp)
  { "$@" 2>&1 || echo "$?" >"$code_file"; } | grep --line-buffered -v 'prohibited flag(s)' || true
  code=$(cat "$code_file")
  rm -f "$code_file"
  return "${code:-0}"
}
swift_quietly() { quietly swift "$@"; }

build() {
  need_toolchain
  # Before the version check: the toolchain needs these libraries to print its version.
  # shellcheck disable=SC2086 # lists of words
  need_packages $toolchain_packages $build_packages "$@"
  need_version
  [ -d .build/release ] || say "building: six minutes on two cores, and a gigabyte below .build; the next time only what has changed."
  swift_quietly build -c release --product backscroll >&2 || die "the build failed; see the compiler's messages above."
  built=$(swift build -c release --show-bin-path 2>/dev/null)
  compile_catalogues "$built/locale"
  rm -rf "$built/manual"
  cp -R Resources/manual "$built/manual"
}

# The installed program finds its catalogues in share/locale and its manual in share/backscroll, the built one both
# beside itself.
compile_catalogues() {
  for catalogue in Resources/po/*.po; do
    folder=$1/$(basename "$catalogue" .po)/LC_MESSAGES
    mkdir -p "$folder"
    msgfmt -o "$folder/backscroll.mo" "$catalogue" || die "$catalogue cannot be compiled; see above."
  done
}

# --- Commands -----------------------------------------------------------------------------

run() {
  # shellcheck disable=SC2086
  build $run_packages
  program="$(swift build -c release --show-bin-path 2>/dev/null)/backscroll"
  cd "$caller"
  exec "$program" "$@"
}

display_pid=""
manager_pid=""
scratch=""
tear_down() {
  [ -z "$manager_pid" ] || kill "$manager_pid" 2>/dev/null || true
  [ -z "$display_pid" ] || kill "$display_pid" 2>/dev/null || true
  [ -z "$scratch" ] || rm -rf "$scratch"
}

# Prints a folder for the files of the tests, which write thousands of small archives and wait for the disk at each
# transaction: in memory if that has room, unless TMPDIR names another one.
room_for_files() {
  room=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
  if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "${room:-0}" -ge 4000000 ]; then
    echo /dev/shm
  else
    echo "${TMPDIR:-/tmp}"
  fi
}

start_display() {
  scratch=$(mktemp -d "$(room_for_files)/backscroll.XXXXXX")
  # A test reads its archive as another user.
  chmod 711 "$scratch"
  mkfifo "$scratch/number"
  Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3>"$scratch/number" >/dev/null 2>&1 &
  display_pid=$!
  number=""
  read -r number <"$scratch/number" || true
  [ -n "$number" ] || die "the test display (Xvfb) did not start."
  DISPLAY=":$number"
  export DISPLAY
  mkfifo "$scratch/ready"
  openbox --sm-disable --startup "echo ready" >"$scratch/ready" 2>/dev/null &
  manager_pid=$!
  # Wait until it manages windows and takes keys.
  ready=""
  read -r ready <"$scratch/ready" || true
  [ -n "$ready" ] || die "the window manager of the tests (openbox) did not start."
}

# The folder for the logs and pictures of failed tests.
failures_folder=.test-failures

# Seconds after which a part counts as hanging: twice the time of the longest one with other work on two cores.
part_limit=1500

# Runs some of the tests: "part NAME COMMAND...". Each part has a separate display, settings and data, so that parts can
# run side by side. Its log and its exit status go into the folder of failures. A part ends with its command, since
# processes that the command leaves running may keep the log open.
part() {
  part_name=$1
  shift
  part_log=$failures_folder/$part_name.log
  : >"$part_log"
  (
    trap tear_down EXIT
    trap 'exit 130' INT TERM
    start_display
    XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state TMPDIR=$scratch/files
    mkdir -m 755 "$TMPDIR"
    export XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME TMPDIR
    part_status=0
    timeout --kill-after=10 "$part_limit" "$@" || part_status=$?
    [ "$part_status" -ne 124 ] || echo "error: the part $part_name did not end within $part_limit s"
    echo "$part_status" >"$failures_folder/$part_name.status"
  ) >"$part_log" 2>&1 &
  tail --lines=+1 --follow --pid=$! "$part_log"
}

# Prints the failures in a log: XCTest's errors, Swift Testing's issues, and a test that did not end.
failures() {
  grep -E '(^|: )error: |✘ Test .* recorded an issue|Fatal error|-CRITICAL \*\*|Sanitizer: ' "$1" || true
  sed -n "s/^Test Case '\(.*\)' \(started\|passed\|failed\|skipped\).*/\2 \1/p" "$1" | tail -n 1 |
    sed -n 's/^started \(.*\)/error: \1 did not end/p'
}

# Ends all descendants of a process.
end_below() {
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    end_below "$child"
    kill "$child" 2>/dev/null || true
  done
}

soak() {
  BACKSCROLL_SOAK=$((${1:-10} * 60)) BACKSCROLL_SOAK_SEED=${2:-}
  export BACKSCROLL_SOAK BACKSCROLL_SOAK_SEED
  # With a seed, run only its walk.
  if [ -n "${2:-}" ]; then tests SoakTests; else tests 'SoakTests|MemoryTests|EndTests'; fi
}

# Makes the environment independent of the user's desktop.
set_test_environment() {
  unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS GTK_THEME GTK_DEBUG LANGUAGE || true
  LC_ALL=C.UTF-8 TZ=UTC GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory GTK_A11Y=test NO_AT_BRIDGE=1
  G_DEBUG=fatal-criticals
  export LC_ALL TZ GDK_BACKEND GSK_RENDERER GSETTINGS_BACKEND GTK_A11Y NO_AT_BRIDGE G_DEBUG
}

# Empties the folder of failures, which may be a mount point.
clear_failures() {
  mkdir -p "$failures_folder"
  find "$failures_folder" -mindepth 1 -delete
}

# Says which stage begins, and how long the one before took: "stage NAME EXPECTED".
stage() {
  now=$(date +%s)
  [ -z "${stage_name:-}" ] || say "$stage_name: done in $((now - stage_began)) s."
  stage_name=$1
  stage_began=$now
  [ -z "$1" ] || say "$1 ($2 on two cores with nothing else to do)."
}

tests() {
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages $build_packages $run_packages $test_packages $session_packages $access_packages \
    $wayland_packages $install_packages
  need_version
  set_test_environment
  stage "The build" "eight minutes from nothing"
  swift_quietly build --build-tests --explicit-target-dependency-import-check error || die "the tests do not build; see the compiler's messages above."
  clear_failures
  # The shell does not pass interrupts to background processes.
  trap 'end_below $$; exit 130' INT TERM
  status=0
  if [ $# -gt 0 ]; then
    stage ""
    part filtered swift test --skip-build --filter "$1"
    report filtered
  else
    stage "The desktop's files" "seconds"
    (check_data) || status=$?
    stage "The tests without windows" "six minutes"
    run_plain
    run_parts
    stage ""
    report plain other-plain windows other-windows third-windows program other-program third-program wayland other-wayland
  fi
  end_tests
}

# Runs the tests without windows, built with a sanitizer in a folder of their own.
sanitize() {
  kind=${1:-address}
  case $kind in
    address | thread) ;;
    *) die "there is no sanitizer '$kind'; use address or thread." ;;
  esac
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages $build_packages $run_packages $test_packages $session_packages
  need_version
  set_test_environment
  swift_quietly build --build-tests --sanitize "$kind" --scratch-path ".build-$kind" || die "the tests do not build; see the compiler's messages above."
  test_bundle=.build-$kind/debug/backscrollPackageTests.xctest
  # Several times slower than without.
  part_limit=7200
  # GTK and other libraries keep memory until the end, which is no leak that grows.
  ASAN_OPTIONS=detect_leaks=0
  export ASAN_OPTIONS
  clear_failures
  trap 'end_below $$; exit 130' INT TERM
  status=0
  run_plain
  report plain other-plain
  end_tests
}

# Runs the tests with windows that "tests" has built. Tests/debian.sh does so on other releases.
built_tests() {
  # shellcheck disable=SC2086
  need_packages $run_packages $test_packages $session_packages $access_packages $wayland_packages $install_packages
  set_test_environment
  clear_failures
  trap 'end_below $$; exit 130' INT TERM
  status=0
  run_parts
  stage ""
  report windows other-windows third-windows program other-program third-program wayland other-wayland
  end_tests
}

# Runs the built tests in a system of another release, which calls "test-built" there.
tests_on() {
  need_toolchain
  need_packages debootstrap
  Tests/debian.sh "${1:-}" --built
}

test_bundle=.build/debug/backscrollPackageTests.xctest

# Prints the classes of one of several parts that take about the same time. "share PART COUNT" assigns the classes that
# it reads, the longest first, each to the part that would end first.
share() {
  awk 'FILENAME != "-" { seconds[$1] = $2; next } { print ($1 in seconds ? seconds[$1] : 3), $1 }' Tests/durations - |
    sort -k 1,1nr -k 2 |
    awk -v part="$1" -v count="$2" '{
      first = 1
      for (i = 2; i <= count; i++) if (sum[i] < sum[first]) first = i
      sum[first] += $1
      if (first == part) print $2
    }' | paste -sd,
}

# Runs the tests without windows, alone, since they keep two cores busy: in two processes, each one test after the other.
# The threads of one process would wait for each other in Swift's runtime most of the time.
run_plain() {
  suites=$("$test_bundle" --testing-library swift-testing --list-tests | sed -n 's|^\([A-Za-z]*\.[A-Za-z]*\)/.*|\1|p' | sort -u)
  [ -n "$suites" ] || die "the built tests do not start; see above."
  first="^($(echo "$suites" | share 1 2 | tr , '|'))/"
  part plain "$test_bundle" --testing-library swift-testing --no-parallel --filter "$first" &
  part other-plain "$test_bundle" --testing-library swift-testing --no-parallel --skip "$first" &
  wait
}

# Runs the tests with windows. They wait for frames most of the time: widgets and the app's windows (in three parts) and
# the whole program (in three) run side by side, each part in a process of its own. They are started without SwiftPM, which runs one
# command at a time in a folder.
run_parts() {
  # The bundle lists nothing if one of its libraries is not installed.
  classes=$("$test_bundle" --list-tests | sed -n 's|^\([A-Za-z]*\.[A-Za-z]*\)/.*|\1|p' | sort -u)
  [ -n "$classes" ] || die "the built tests do not start; see above."
  windows=$(echo "$classes" | grep -Ev '^(App|Wayland)Tests\.')
  programs=$(echo "$classes" | grep '^AppTests\.')
  stage "The tests with windows and with the program" "seven minutes"
  part windows "$test_bundle" "$(echo "$windows" | share 1 3)" &
  part other-windows "$test_bundle" "$(echo "$windows" | share 2 3)" &
  part third-windows "$test_bundle" "$(echo "$windows" | share 3 3)" &
  part program "$test_bundle" "$(echo "$programs" | share 1 3)" &
  part other-program "$test_bundle" "$(echo "$programs" | share 2 3)" &
  part third-program "$test_bundle" "$(echo "$programs" | share 3 3)" &
  # The compositor has priority over other programs, and would delay them.
  wait
  stage "The tests with a Wayland compositor" "three minutes"
  compositors=$(echo "$classes" | grep '^WaylandTests\.')
  part wayland "$test_bundle" "$(echo "$compositors" | share 1 2)" &
  part other-wayland "$test_bundle" "$(echo "$compositors" | share 2 2)" &
  wait
}

# Prints the failures in the parts, and their last lines. Sets "status".
report() {
  for part_name in "$@"; do
    part_status=$(cat "$failures_folder/$part_name.status" 2>/dev/null) || part_status=1
    if [ "$part_status" -ne 0 ]; then
      status=$part_status
      failures "$failures_folder/$part_name.log" | sed "s/^/$part_name: /"
    fi
    if ! grep -Eq '(Executed|Test run with) [1-9][0-9]* test' "$failures_folder/$part_name.log"; then
      status=1
      echo "$part_name: error: no test ran"
    fi
    for ran in 'Executed [0-9]+ tests?' 'Test run with [0-9]+ tests?'; do
      grep -E "$ran" "$failures_folder/$part_name.log" | tail -n 1 | sed "s/^[^TE]*/$part_name: /"
    done
  done
}

# Keeps the files of failed tests, and returns "status".
end_tests() {
  if [ "$status" -eq 0 ]; then
    clear_failures
    rmdir "$failures_folder" 2>/dev/null || true
  else
    say "the tests' logs, and what pictures there are, lie in $PWD/$failures_folder."
  fi
  return "$status"
}

# --- Fuzzing ------------------------------------------------------------------------------

# For each target: what libFuzzer begins with, the inputs that reached new code, those that broke a law, and its logs.
fuzz_folder=.fuzz
# The most findings of a target: further ones are mostly the same.
most_findings=5

fuzz() {
  case ${1:-1} in
    *[!0-9]* | 0) die "'$1' is no number of minutes. Use: fuzz [MINUTES [TARGET]]." ;;
  esac
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages $build_packages
  need_version
  # The define leaves out the program's own "main".
  set -- "${1:-1}" "${2:-}" -c release --scratch-path .build-fuzz --sanitize=fuzzer -Xswiftc -DBACKSCROLL_FUZZER
  fuzz_minutes=$1 fuzz_only=$2
  shift 2
  swift_quietly build "$@" --product backscroll-fuzz >&2 || die "the build failed; see the compiler's messages above."
  program="$(swift build "$@" --show-bin-path 2>/dev/null)/backscroll-fuzz"
  # Swift's own handler would leave libFuzzer without the input. The parsers' texts must not depend on the user.
  SWIFT_BACKTRACE=enable=no LC_ALL=C.UTF-8 TZ=UTC
  export SWIFT_BACKTRACE LC_ALL TZ
  trap tear_down EXIT
  trap 'exit 130' INT TERM
  scratch=$(mktemp -d "$(room_for_files)/backscroll.XXXXXX")
  TMPDIR=$scratch
  export TMPDIR
  fuzz_list=$scratch/list
  "$program" list | grep -E "^${fuzz_only:-[^ ]*} " >"$fuzz_list" || die "there is no target '$fuzz_only'."
  fuzz_found=0
  printf '%-16s %12s %10s %8s %8s\n' target executions per-second edges findings
  while read -r target longest; do fuzz_target "$target" "$longest"; done <"$fuzz_list"
  [ "$fuzz_found" -eq 0 ] || {
    say "$fuzz_found inputs are findings, in $PWD/$fuzz_folder/TARGET/findings. To see one: $program TARGET FILE"
    return 1
  }
}

# Fuzzes one target for the time, also after a finding, and prints a line of the table.
fuzz_target() {
  place=$fuzz_folder/$1
  mkdir -p "$place/corpus" "$place/findings"
  rm -rf "$place/seeds"
  "$program" prepare "$1" "$place" </dev/null || die "the first inputs of $1 could not be made; see above."
  end=$(($(date +%s) + fuzz_minutes * 60))
  executions=0 seconds=0 edges=0
  : >"$place/log"
  touch "$place/begin"
  count=0
  while [ "$count" -lt "$most_findings" ]; do
    begin=$(date +%s)
    # To libFuzzer, a time of 0 is no limit.
    [ "$begin" -lt "$end" ] || break
    fuzz_status=0
    BACKSCROLL_FUZZ_TARGET=$1 "$program" -max_total_time=$((end - begin)) -max_len="$2" -timeout=5 \
      -rss_limit_mb=1000 -malloc_limit_mb=500 -print_final_stats=1 -verbosity=1 -artifact_prefix="$place/findings/" \
      -dict="$place/words" "$place/corpus" "$place/seeds" </dev/null >"$place/run.log" 2>&1 || fuzz_status=$?
    executions=$((executions + $(sed -n 's/^stat::number_of_executed_units: *//p' "$place/run.log" | tail -n 1) + 0))
    seconds=$((seconds + $(date +%s) - begin))
    reached=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$place/run.log" | tail -n 1)
    [ "${reached:-0}" -le "$edges" ] || edges=$reached
    cat "$place/run.log" >>"$place/log"
    known=$count
    count=$(fuzz_findings "$place" | wc -l)
    # The next run would end with the same input.
    if [ "$fuzz_status" -ne 0 ] && [ "$count" -eq "$known" ]; then break; fi
  done
  [ "$executions" -gt 0 ] || [ "$count" -gt 0 ] || die "nothing was tried for $1; see $place/log."
  fuzz_found=$((fuzz_found + count))
  printf '%-16s %12d %10d %8d %8d\n' "$1" "$executions" $((executions / (seconds > 0 ? seconds : 1))) "$edges" "$count"
}

# The findings of this run.
fuzz_findings() { find "$1/findings" -type f -newer "$1/begin"; }

# --- Installing ---------------------------------------------------------------------------

meson_folder=.build-meson

# Sets "prefix" and "destdir" from the arguments or the defaults, both absolute.
places() {
  prefix=$HOME/.local
  [ "$(id -u)" -ne 0 ] || prefix=/usr/local
  destdir=""
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix=* | --destdir=*) word=${1%%=*} place=${1#*=} ;;
      --prefix | --destdir)
        [ $# -gt 1 ] || die "$1 needs a folder."
        word=$1 place=$2
        shift
        ;;
      *) die "unknown option '$1'; use --prefix P or --destdir D." ;;
    esac
    shift
    [ -n "$place" ] || die "$word needs a folder."
    case $place in
      /*) ;;
      *) place=$caller/$place ;;
    esac
    if [ "$word" = --prefix ]; then prefix=$place; else destdir=$place; fi
  done
}

set_up_meson() {
  if [ -f "$meson_folder/build.ninja" ]; then set -- --reconfigure "$@"; fi
  meson setup "$@" "$meson_folder" Resources >/dev/null || die "meson's set-up failed; its log is in $meson_folder/meson-logs. If the folder is an old one, run './meson-wrapper.sh clean' first."
}

# Validates the desktop's files, for which the program need not be built.
check_data() {
  set_up_meson || return
  quietly meson compile -C "$meson_folder" desktop-data >/dev/null || return
  meson test -C "$meson_folder" --no-rebuild --suite data --print-errorlogs
}

# Runs a command, as root if the destination requires it.
into_place() {
  place=$destdir$prefix
  while [ ! -e "$place" ]; do place=$(dirname "$place"); done
  if [ -w "$place" ]; then
    "$@"
  else
    command -v sudo >/dev/null 2>&1 || die "$place cannot be written to. Choose another --prefix, or do this as root."
    sudo env DESTDIR="${DESTDIR:-}" "$@"
  fi
}

need_meson() {
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages $build_packages $install_packages "$@"
  need_version
}

install_program() {
  places "$@"
  # shellcheck disable=SC2086
  need_meson $run_packages
  set_up_meson --prefix "$prefix"
  quietly meson compile -C "$meson_folder" >&2 || die "the build failed; see the compiler's messages above."
  meson test -C "$meson_folder" --no-rebuild --print-errorlogs >&2 || die "the built program failed its checks; see above."
  DESTDIR=$destdir
  export DESTDIR
  into_place meson install -C "$meson_folder" --no-rebuild --quiet
  say "installed into $destdir$prefix."
}

uninstall_program() {
  places "$@"
  need_meson
  set_up_meson --prefix "$prefix"
  list=$(mktemp)
  meson introspect "$meson_folder" --installed >"$list"
  status=0
  into_place Resources/install/uninstall.py "$prefix" "$destdir" <"$list" || status=$?
  rm -f "$list"
  [ "$status" -eq 0 ] || die "nothing was installed in $destdir$prefix."
}

dist() {
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages xz-utils python3
  need_version
  swift package resolve >&2 || die "the packages could not be fetched."
  Resources/install/dist.py "$PWD" "$(Resources/install/version.sh)" "$meson_folder/meson-dist"
}

deb_folder=.build-deb
bundle_folder=.build-bundle

# Unpacks the source archive of the last commit, and sets "source" and "date", the commit's time: the same commit gives
# the same packages.
unpack_source() {
  # shellcheck disable=SC2086
  need_meson $deb_packages $bundle_packages
  dist
  version=$(Resources/install/version.sh)
  date=$(git log -1 --format=%ct)
  trap tear_down EXIT
  trap 'exit 130' INT TERM
  # Swift 6.3 compiles the length of a path into the program, though not the path. Here it is always the same.
  scratch=$(mktemp -d /var/tmp/backscroll.XXXXXX)
  source=$scratch/backscroll-$version
  tar -x -C "$scratch" -f "$meson_folder/meson-dist/backscroll-$version.tar.xz"
}

# Builds the source archive as a distribution would. The version has one place, and the date is that of the commit.
deb() {
  cat >"$source/debian/changelog" <<CHANGELOG
backscroll ($version) unstable; urgency=medium

  * The changes are in /usr/share/doc/backscroll/CHANGELOG.md.gz.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(LC_ALL=C date --utc --rfc-email --date "@$date")
CHANGELOG
  (cd "$source" && quietly dpkg-buildpackage --build=binary --no-sign) >&2 || die "the package was not built; see above."
  lintian --allow-root --display-info --fail-on warning "$scratch"/*.deb >&2 || die "lintian has complaints; see above."
  rm -rf "$deb_folder"
  mkdir "$deb_folder"
  mv "$scratch"/backscroll_* "$deb_folder"
  say "built $PWD/$(echo "$deb_folder"/*.deb)."
}

bundle() {
  rm -rf "$bundle_folder"
  quietly "$source/Resources/install/bundle.sh" "$source" "$(dpkg-architecture -qDEB_HOST_GNU_TYPE)" "$date" \
    "$PWD/$bundle_folder" >&2 || die "the bundle was not built; see above."
  say "built $PWD/$(echo "$bundle_folder"/*.tar.xz)."
}

test_install() {
  # shellcheck disable=SC2086
  need_meson $run_packages $test_packages $session_packages
  trap tear_down EXIT
  trap 'exit 130' INT TERM
  start_display
  Tests/install.sh
}

# --- Documentation ------------------------------------------------------------------------

docs_folder=.build-docs

docs() {
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages $build_packages
  need_version
  command -v docc >/dev/null 2>&1 || die "this Swift toolchain has no docc. Install a complete one from https://www.swift.org/install/linux."
  swift_quietly build --target Backscroll >&2 || die "the build failed; see the compiler's messages above."
  rm -rf "$docs_folder"
  docs/build.sh "$(swift build --show-bin-path 2>/dev/null)/Modules" "$docs_folder" ||
    die "the documentation has errors; see DocC's messages above."
  docc merge "$docs_folder"/*.doccarchive --synthesized-landing-page-name Backscroll --output-path "$docs_folder/site"
  say "built. To read it: python3 -m http.server -d $docs_folder/site, and open http://localhost:8000/documentation"
}

# Makes the pictures of the README, docs/ and the manual.
pictures() {
  # shellcheck disable=SC2086
  build $run_packages $picture_packages
  trap tear_down EXIT
  trap 'exit 130' INT TERM
  start_display
  Resources/pictures/make.sh "$(swift build -c release --show-bin-path 2>/dev/null)/backscroll" "$@"
}

# --- Measuring ----------------------------------------------------------------------------

# Peers of the comparison. The benchmark omits those that are not installed.
bench_packages="xvfb openbox xdotool libadwaita-1-0"
qml_packages="qml-qt6 qml6-module-qtquick qml6-module-qtquick-window qml6-module-qtqml-workerscript"

build_bench() {
  need_toolchain
  # shellcheck disable=SC2086
  need_packages $toolchain_packages $build_packages "$@"
  need_version
  swift_quietly build -c release --product backscroll-bench >&2 || die "the build failed; see the compiler's messages above."
  program="$(swift build -c release --show-bin-path 2>/dev/null)/backscroll-bench"
}

bench() {
  # shellcheck disable=SC2086
  build_bench $run_packages $bench_packages
  # shellcheck disable=SC2086
  (need_packages $qml_packages) || say "continuing without Qt's list."
  trap tear_down EXIT
  trap 'exit 130' INT TERM
  # On a display of its own, because the benchmark moves the pointer and other windows would interfere.
  start_display
  cd "$caller"
  "$program" "$@"
}

bench_instructions() {
  build_bench valgrind
  "$program" instructions
}

command=${1:-help}
[ $# -eq 0 ] || shift
case $command in
  run) run "$@" ;;
  test) tests "$@" ;;
  test-on) tests_on "$@" ;;
  sanitize) sanitize "$@" ;;
  test-built) built_tests ;;  # called by Tests/debian.sh
  soak) soak "$@" ;;
  fuzz) fuzz "$@" ;;
  bench) bench "$@" ;;
  bench-instructions) bench_instructions ;;
  build) build ;;
  install) install_program "$@" ;;
  uninstall) uninstall_program "$@" ;;
  test-install) test_install ;;
  dist) dist ;;
  deb)
    unpack_source
    deb
    ;;
  bundle)
    unpack_source
    bundle
    ;;
  packages)
    unpack_source
    deb
    bundle
    ;;
  pictures) pictures "$@" ;;
  docs) docs ;;
  clean)
    need_toolchain
    swift package clean
    rm -rf .test-failures .build-*
    ;;
  help | -h | --help) usage ;;
  *)
    usage >&2
    die "there is no command '$command'."
    ;;
esac
