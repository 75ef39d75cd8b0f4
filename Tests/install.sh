#!/bin/sh
# Installs into a folder of its own and tries the program there as a desktop would, on a machine that has no
# Swift as far as the program can tell; uninstalls, and looks for what is left.
#
# Called by "meson-wrapper.sh test-install", which brings the display.
set -eu
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
# A space, since a person's folders have some.
prefix="$scratch/a prefix"
id=io.github.backscroll.Backscroll
program_pid=""
clean_up() {
  [ -z "$program_pid" ] || kill "$program_pid" 2>/dev/null || true
  rm -rf "$scratch"
}
trap clean_up EXIT

step() { printf 'install: %s\n' "$*"; }
fail() {
  printf 'install: FAILED: %s\n' "$*" >&2
  [ ! -f "$scratch/log" ] || tail -n 20 "$scratch/log" >&2
  exit 1
}

# Tries a command until it succeeds, for at most 30 seconds.
within_patience() {
  tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || return 1
    sleep 0.1
  done
}

windows() { xdotool search --onlyvisible --class "$id"; }
no_windows() { ! windows; }
ended() { ! kill -0 "$program_pid"; }

# --- Install --------------------------------------------------------------------------------

./meson-wrapper.sh install --prefix "$prefix" || fail "install"
for file in bin/backscroll \
  share/applications/$id.desktop share/metainfo/$id.metainfo.xml share/dbus-1/services/$id.service \
  share/icons/hicolor/scalable/apps/$id.svg share/icons/hicolor/symbolic/apps/$id-symbolic.svg \
  share/mime/packages/$id.xml share/man/man1/backscroll.1 share/man/ko/man1/backscroll.1 share/licenses/backscroll/LICENSE \
  share/bash-completion/completions/backscroll.bash share/zsh/site-functions/_backscroll \
  share/fish/vendor_completions.d/backscroll.fish share/locale/ko/LC_MESSAGES/backscroll.mo \
  share/backscroll/manual/manual.css share/backscroll/manual/en/index.html share/backscroll/manual/ko/index.html; do
  [ -s "$prefix/$file" ] || fail "$file is missing or empty"
done
step "every file is in place"

# --- A machine without Swift ------------------------------------------------------------------

# A home of its own, and nothing of this shell's but the display.
mkdir -p "$scratch/home" "$scratch/run"
chmod 700 "$scratch/run"
clean() {
  env -i HOME="$scratch/home" XDG_RUNTIME_DIR="$scratch/run" DISPLAY="$DISPLAY" LC_ALL=C.UTF-8 \
    PATH=/usr/bin:/bin XDG_DATA_DIRS="$prefix/share:/usr/share" \
    GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory NO_AT_BRIDGE=1 GTK_A11Y=none "$@"
}
if clean sh -c 'command -v swift' >/dev/null 2>&1; then
  fail "there is a Swift in /usr/bin, so its absence cannot be tried"
fi

clean "$prefix/bin/backscroll" --version | grep -q '^backscroll [0-9]' || fail "--version"
# The C library of some machines knows no language in C.UTF-8.
if clean env LANGUAGE=ko TEXTDOMAINDIR="$prefix/share/locale" gettext backscroll Messages | grep -q 메시지; then
  clean env LANGUAGE=ko "$prefix/bin/backscroll" "$scratch/none.sqlite" 2>&1 | grep -q '보관함이 없습니다' || fail "no Korean"
fi
clean env LANGUAGE=xx "$prefix/bin/backscroll" "$scratch/none.sqlite" 2>&1 | grep -q 'There is no archive' || fail "no English"
grep -q '^Comment\[ko\]=' "$prefix/share/applications/$id.desktop" || fail "no Korean in the desktop file"
grep -q 'xml:lang="ko"' "$prefix/share/metainfo/$id.metainfo.xml" || fail "no Korean in the metainfo"
clean bash -n "$prefix/share/bash-completion/completions/backscroll.bash" || fail "the completions of bash"
if command -v zsh >/dev/null 2>&1; then
  clean zsh -n "$prefix/share/zsh/site-functions/_backscroll" || fail "the completions of zsh"
fi
if command -v fish >/dev/null 2>&1; then
  clean fish -n "$prefix/share/fish/vendor_completions.d/backscroll.fish" || fail "the completions of fish"
fi

# The words of Exec, as the desktop entry specification has them; %u is for a file or link, and there is none.
command_line=$(sed -n 's/^Exec=//p' "$prefix/share/applications/$id.desktop" | sed 's/ %[fFuU]//')
# In folders of data that leave out the prefix: what it has of its own it finds beside itself.
clean env XDG_DATA_DIRS=/usr/share sh -c "echo \$\$ >'$scratch/pid'; exec $command_line --log-level debug" 2>"$scratch/log" &
shell_pid=$!
within_patience test -s "$scratch/pid" || fail "no start"
program_pid=$(cat "$scratch/pid")
within_patience grep -q 'window: first-frame' "$scratch/log" || fail "no first frame"
within_patience windows || fail "no window"
grep -q 'app: icon found=true' "$scratch/log" || fail "its icon is not found"
if grep -qiE 'critical|warning' "$scratch/log"; then fail "it complains"; fi
timeout 30 xdotool windowactivate --sync "$(windows | head -n 1)" key alt+F4
within_patience ended || fail "it does not end when its window is closed"
program_pid=""
wait "$shell_pid" || fail "it ends with a failure"
step "opens by the desktop file's Exec, and closes"

# --- Started by the bus ----------------------------------------------------------------------

clean "$prefix/bin/backscroll" generate "$scratch/one chat.sqlite" --messages 100 >/dev/null
cat >"$scratch/session.sh" <<'SESSION'
set -eu
gapplication launch "$1"
tries=0
until xdotool search --onlyvisible --class "$1" >/dev/null 2>&1; do
  tries=$((tries + 1)); [ "$tries" -lt 300 ] || exit 1; sleep 0.1
done
gapplication launch "$1" "$2"
until [ "$(xdotool search --onlyvisible --class "$1" 2>/dev/null | wc -l)" -eq 2 ]; do
  tries=$((tries + 1)); [ "$tries" -lt 300 ] || exit 2; sleep 0.1
done
gapplication action "$1" quit
SESSION
clean dbus-run-session -- sh "$scratch/session.sh" "$id" "$scratch/one chat.sqlite" >"$scratch/log" 2>&1 ||
  fail "the bus does not start it, or it does not open a file that way"
within_patience no_windows || fail "it does not quit over the bus"
step "starts and opens a file over the bus"

type=$(clean gio info -a standard::content-type "$scratch/one chat.sqlite" | sed -n 's/.*content-type: //p')
[ "$type" = application/x-backscroll-archive ] || fail "an archive is taken for '$type'"
clean gio mime application/x-backscroll-archive | grep -q "$id.desktop" || fail "archives are not opened with it"
step "archives are known and are opened with it"

# --- Uninstall -------------------------------------------------------------------------------

./meson-wrapper.sh uninstall --prefix "$prefix" || fail "uninstall"
left=$(find "$prefix" -mindepth 1 2>/dev/null || true)
[ -z "$left" ] || fail "uninstalling leaves: $left"
step "nothing is left"

./meson-wrapper.sh install --prefix /usr --destdir "$scratch/package" || fail "install with a DESTDIR"
[ -x "$scratch/package/usr/bin/backscroll" ] || fail "DESTDIR is not heeded"
grep -q '^Exec=/usr/bin/backscroll ' "$scratch/package/usr/share/applications/$id.desktop" || fail "DESTDIR is in the desktop file"
left=$(find "$scratch/package" -name '*.cache')
[ -z "$left" ] || fail "a package has caches: $left"
./meson-wrapper.sh uninstall --prefix /usr --destdir "$scratch/package" || fail "uninstall with a DESTDIR"
left=$(find "$scratch/package" -type f)
[ -z "$left" ] || fail "uninstalling leaves: $left"
step "a package's folder is filled and emptied"
