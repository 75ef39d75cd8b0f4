#!/bin/sh
# Installs a Debian package in a fresh system without Swift, uses the program as a person would, and removes it.
#
#   deb.sh FILE
#
# Called as root by "Tests/debian.sh RELEASE --deb", in a system that is thrown away.
set -eu
package=$1
id=io.github.backscroll.Backscroll
log=/tmp/log
home=/home/reader
export DEBIAN_FRONTEND=noninteractive

step() { printf 'deb: %s\n' "$*"; }
fail() {
  printf 'deb: FAILED: %s\n' "$*" >&2
  [ ! -f "$log" ] || tail -n 40 "$log" >&2
  exit 1
}
quietly() { "$@" >"$log" 2>&1 || fail "$*"; }

# Tries a command until it succeeds, for at most two minutes: the first start is slow while fonts are indexed.
within_patience() {
  tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 1200 ] || return 1
    sleep 0.1
  done
}

# A user with an empty home folder and nothing of this shell but the display.
as_reader() {
  runuser -u reader -- env -i HOME=$home PATH=/usr/bin:/bin LANG=C.UTF-8 TZ=UTC DISPLAY="$DISPLAY" \
    XDG_RUNTIME_DIR=/run/reader "$@"
}
windows() { as_reader xdotool search --onlyvisible --class "$id"; }
no_windows() { ! windows; }

# Files of the system, without apt's own and those of users and sessions.
files() {
  find / -xdev \( -path /home -o -path /root -o -path /run -o -path /tmp -o -path /var/lib/apt -o -path /var/lib/dpkg \
    -o -path /var/cache -o -path /var/log \) -prune -o -print | sort
}

# --- The tools of this test -------------------------------------------------------------------

quietly apt-get update -q
quietly apt-get install -y -q --no-install-recommends xvfb xdotool zip gstreamer1.0-tools dbus-daemon libglib2.0-bin
useradd --create-home reader
install -d -o reader -m 700 /run/reader
mkfifo /tmp/number
Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3>/tmp/number >/dev/null 2>&1 &
read -r number </tmp/number
DISPLAY=:$number
if command -v swift >/dev/null; then fail "there is a Swift, so its absence cannot be tested"; fi

# --- Install ----------------------------------------------------------------------------------

begin=$(date +%s)
quietly apt-get install -y -q "$package"
step "$(grep -E 'newly installed|Need to get|additional disk space' "$log" | paste -sd' ' -)"
if ldd /usr/bin/backscroll | grep -E 'not found|swift|libFoundation'; then fail "libraries are missing"; fi
quietly as_reader backscroll --version
step "$(cat "$log") is installed"
files >/tmp/installed

for language in en ko; do
  [ -s "/usr/share/backscroll/manual/$language/index.html" ] || fail "there is no manual ($language)"
done

# --- A WhatsApp zip ---------------------------------------------------------------------------

note=PTT-20240304-WA0001.opus
mkdir /tmp/export
cat >"/tmp/export/WhatsApp Chat with Mara Lind.txt" <<CHAT
3/4/24, 9:59 PM - Mara Lind: The ferry leaves at seven
3/4/24, 10:00 PM - Jonas Weber: I bring the lantern
3/4/24, 10:01 PM - Mara Lind: $note (file attached)
CHAT
quietly gst-launch-1.0 audiotestsrc num-buffers=500 ! audioconvert ! opusenc ! oggmux ! filesink location=/tmp/export/$note
(cd /tmp/export && quietly zip -q "/tmp/WhatsApp Chat with Mara Lind.zip" ./*)
archive="$home/my chats.sqlite"
quietly as_reader backscroll import "/tmp/WhatsApp Chat with Mara Lind.zip" --into "$archive" --yes
quietly as_reader backscroll search "$archive" lantern
grep -q 'Jonas Weber.*I bring the lantern' "$log" || fail "the word is not found"
step "a word in a WhatsApp zip is found, $(($(date +%s) - begin)) s after the start of the installation"

# --- The window -------------------------------------------------------------------------------

# The words of the desktop file's Exec, as its specification has them; %u stands for a file or link.
exec_words=$(sed -n 's/^Exec=\(.*\) %u$/\1/p' /usr/share/applications/$id.desktop)
start() {
  # shellcheck disable=SC2086 # words
  as_reader GST_DEBUG=audiodecoder:6 GST_DEBUG_NO_COLOR=1 $exec_words "$@" --log-level debug >"$log" 2>&1 &
  started=$!
  within_patience grep -q 'window: first-frame' "$log" || fail "no first frame"
}
stop() {
  pkill -TERM -x -u reader backscroll
  status=0
  wait "$started" || status=$?
  [ "$status" -eq 143 ] || fail "it ends with the status $status"
}

start
grep -q 'app: icon found=true' "$log" || fail "its icon is not found"
stop
step "opens by the desktop file's Exec"

start "$archive"
grep -q 'archive: conversation .*messages=3' "$log" || fail "the archive is not shown"
# From the field for notes to the newest message, which has the voice note.
as_reader xdotool windowfocus --sync "$(windows | head -n 1)" key shift+Tab space
# Without a loudspeaker, GStreamer plays at the same pace to nowhere.
within_patience grep -q 'pushing buffer .* with ts 0:00:02' "$log" || fail "two seconds of the voice note are not decoded"
if grep -q 'player: not-playable' "$log"; then fail "the voice note is not playable"; fi
stop
step "plays a voice note"

cat >/tmp/session.sh <<'SESSION'
set -eu
gio launch "/usr/share/applications/$1.desktop" "$2"
tries=0
until xdotool search --onlyvisible --class "$1" >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 1200 ] || exit 1
  sleep 0.1
done
gapplication action "$1" quit
SESSION
quietly as_reader dbus-run-session -- sh /tmp/session.sh "$id" "$archive"
within_patience no_windows || fail "it does not quit over the bus"
quietly as_reader gio info -a standard::content-type "$archive"
grep -q 'application/x-backscroll-archive' "$log" || fail "an archive is not recognized by its contents"
step "opens an archive from the menu, over the bus"

# --- Remove -----------------------------------------------------------------------------------

quietly apt-get purge -y -q backscroll
files >/tmp/purged
left=$(
  comm -13 /tmp/installed /tmp/purged
  grep -i backscroll /tmp/purged || true
  grep -rl backscroll /etc /usr/share /var/lib/dpkg/info || true
)
[ -z "$left" ] || fail "the package leaves: $left"
# A package does not touch home folders. They keep the archive, the settings, the sample conversation and caches.
left=$(find $home -type f -newer /tmp/number ! -path "$archive" ! -path "$home/.config/backscroll/*.json" \
  ! -path $home/.local/share/backscroll/demo.sqlite ! -path "$home/.cache/*")
[ -z "$left" ] || fail "the program leaves: $left"
[ -s "$archive" ] || fail "the archive is gone"
step "is removed, and leaves nothing but files in the home folder: the archive, settings, the sample and caches"
