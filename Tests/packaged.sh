#!/bin/sh
# Uses the program of a package as a person would, in a fresh system without Swift, and removes it.
#
#   packaged.sh deb FILE      installs a Debian package with what it recommends
#   packaged.sh bundle FILE   unpacks a bundle as an ordinary user, with no more packages than its README asks for
#
# Called as root by "Tests/debian.sh RELEASE --deb" and "--bundle", in a system that is thrown away.
set -eu
kind=$1
package=$2
id=io.github.backscroll.Backscroll
log=/tmp/log
home=/home/reader
export DEBIAN_FRONTEND=noninteractive

step() { printf '%s: %s\n' "$kind" "$*"; }
fail() {
  printf '%s: FAILED: %s\n' "$kind" "$*" >&2
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
quietly apt-get install -y -q --no-install-recommends xvfb xdotool xz-utils zip dbus-daemon libglib2.0-bin
useradd --create-home reader
install -d -o reader -m 700 /run/reader
mkfifo /tmp/number
Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3>/tmp/number >/dev/null 2>&1 &
read -r number </tmp/number
DISPLAY=:$number
if command -v swift >/dev/null; then fail "there is a Swift, so its absence cannot be tested"; fi

# --- Steps that every package takes -----------------------------------------------------------

# Imports a WhatsApp zip and finds a word in it. The arguments start the program.
try_commands() {
  mkdir -p /tmp/export
  cat >"/tmp/export/WhatsApp Chat with Mara Lind.txt" <<CHAT
3/4/24, 9:59 PM - Mara Lind: The ferry leaves at seven
3/4/24, 10:00 PM - Jonas Weber: I bring the lantern
3/4/24, 10:01 PM - Mara Lind: PTT-20240304-WA0001.opus (file attached)
CHAT
  (cd /tmp/export && quietly zip -q "/tmp/WhatsApp Chat with Mara Lind.zip" ./*)
  archive="$home/my chats.sqlite"
  quietly as_reader "$@" import "/tmp/WhatsApp Chat with Mara Lind.zip" --into "$archive" --yes
  quietly as_reader "$@" search "$archive" lantern
  grep -q 'Jonas Weber.*I bring the lantern' "$log" || fail "the word is not found"
}

# Starts the program by the words of a desktop file's Exec, as its specification has them; %u stands for a file or link.
start() {
  command_line=$(sed -n 's/^Exec=\(.*\) %u$/\1/p' "$1")
  shift
  # A shell reads quotes as the desktop does.
  as_reader GST_DEBUG=audiodecoder:6 GST_DEBUG_NO_COLOR=1 sh -c "exec $command_line \"\$@\"" sh "$@" --log-level debug \
    >"$log" 2>&1 &
  started=$!
  within_patience grep -q 'window: first-frame' "$log" || fail "no first frame"
  within_patience windows || fail "no window"
}
stop() {
  pkill -TERM -x -u reader backscroll
  status=0
  wait "$started" || status=$?
  [ "$status" -eq 143 ] || fail "it ends with the status $status"
}
open_window() {
  start "$1"
  grep -q 'app: icon found=true' "$log" || fail "its icon is not found"
  stop
  step "opens by the desktop file's Exec"
}
open_archive() {
  start "$1" "$archive"
  grep -q 'archive: conversation .*messages=3' "$log" || fail "the archive is not shown"
}

check_manual() {
  for language in en ko; do
    [ -s "$1/backscroll/manual/$language/index.html" ] || fail "there is no manual ($language)"
  done
}

cat >/tmp/session.sh <<'SESSION'
set -eu
gio launch "$1/applications/$2.desktop" "$3"
tries=0
until xdotool search --onlyvisible --class "$2" >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 1200 ] || exit 1
  sleep 0.1
done
gapplication action "$2" quit
SESSION
# Opens the archive as a menu does, over the session bus. The argument is the folder of data with the desktop file.
open_over_bus() {
  quietly as_reader dbus-run-session -- sh /tmp/session.sh "$1" "$id" "$archive"
  within_patience no_windows || fail "it does not quit over the bus"
  quietly as_reader gio info -a standard::content-type "$archive"
  grep -q 'application/x-backscroll-archive' "$log" || fail "an archive is not recognized by its contents"
  step "opens an archive from the menu, over the bus"
}

# A package does not touch home folders. They keep the archive, the settings, the sample conversation and caches.
check_home() {
  left=$(find $home -type f -newer /tmp/number ! -path "$archive" ! -path "$home/.config/backscroll/*.json" \
    ! -path $home/.local/share/backscroll/demo.sqlite ! -path "$home/.cache/*")
  [ -z "$left" ] || fail "the program leaves: $left"
  [ -s "$archive" ] || fail "the archive is gone"
  step "is removed, and leaves nothing but files in the home folder: the archive, settings, the sample and caches"
}

# --- A Debian package ---------------------------------------------------------------------------

deb() {
  quietly apt-get install -y -q --no-install-recommends gstreamer1.0-tools
  begin=$(date +%s)
  quietly apt-get install -y -q "$package"
  step "$(grep -E 'newly installed|Need to get|additional disk space' "$log" | paste -sd' ' -)"
  if ldd /usr/bin/backscroll | grep -E 'not found|swift|libFoundation'; then fail "libraries are missing"; fi
  quietly as_reader backscroll --version
  step "$(cat "$log") is installed"
  files >/tmp/installed

  check_manual /usr/share

  # The voice note, which is played below.
  mkdir /tmp/export
  quietly gst-launch-1.0 audiotestsrc num-buffers=500 ! audioconvert ! opusenc ! oggmux ! \
    filesink location=/tmp/export/PTT-20240304-WA0001.opus
  try_commands backscroll
  step "a word in a WhatsApp zip is found, $(($(date +%s) - begin)) s after the start of the installation"
  open_window /usr/share/applications/$id.desktop

  open_archive /usr/share/applications/$id.desktop
  # From the field for notes to the newest message, which has the voice note.
  as_reader xdotool windowfocus --sync "$(windows | head -n 1)" key shift+Tab space
  # Without a loudspeaker, GStreamer plays at the same pace to nowhere.
  within_patience grep -q 'pushing buffer .* with ts 0:00:02' "$log" || fail "two seconds of the voice note are not decoded"
  if grep -q 'player: not-playable' "$log"; then fail "the voice note is not playable"; fi
  stop
  step "plays a voice note"
  open_over_bus /usr/share

  quietly apt-get purge -y -q backscroll
  files >/tmp/purged
  left=$(
    comm -13 /tmp/installed /tmp/purged
    grep -i backscroll /tmp/purged || true
    grep -rl backscroll /etc /usr/share /var/lib/dpkg/info || true
  )
  [ -z "$left" ] || fail "the package leaves: $left"
  check_home
}

# --- A bundle -----------------------------------------------------------------------------------

bundle() {
  # Blanks and letters that are not ASCII, since people's folders have some.
  place="$home/My Prögrams 프로그램"
  as_reader mkdir "$place"
  quietly as_reader tar -x -C "$place" -f "$package"
  folder=$(echo "$place"/backscroll-*)
  program=$folder/backscroll
  step "$(basename "$folder") is unpacked, $(du -sm "$folder" | cut -f 1) MB"

  # Before GTK is installed.
  status=0
  as_reader "$program" --version >"$log" 2>&1 || status=$?
  [ "$status" -eq 2 ] || fail "without GTK, it ends with the status $status"
  grep -q '^backscroll: GTK 4.8 or later and libsoup 3 are needed' "$log" || fail "it does not say that GTK is missing"
  needs=$(sed -n 's/^ *Debian, Ubuntu *sudo apt install //p' "$log")
  [ -n "$needs" ] || fail "it does not say how to install GTK"
  step "says that GTK is missing"

  # shellcheck disable=SC2086 # words
  quietly apt-get install -y -q --no-install-recommends $needs fonts-dejavu-core locales
  step "$(grep -E 'newly installed|Need to get|additional disk space' "$log" | paste -sd' ' -)"
  quietly localedef -i ko_KR -f UTF-8 ko_KR.UTF-8
  files >/tmp/installed
  # As on a medium that cannot be written to.
  chmod -R a-w "$folder"
  if ldd "$folder/bin/backscroll" | grep -E 'not found|swift|libFoundation|libarchive'; then fail "libraries are missing"; fi
  quietly as_reader "$program" --version
  step "$(cat "$log") starts with the packages it asked for"
  try_commands "$program"
  step "a word in a WhatsApp zip is found"
  as_reader LANG=ko_KR.UTF-8 "$program" /tmp/none.sqlite >"$log" 2>&1 || true
  grep -q '보관함이 없습니다' "$log" || fail "its Korean texts are not found"
  check_manual "$folder/share"

  # The window, by a link in another folder, as a person may put one on PATH.
  as_reader mkdir -p "$home/bin"
  as_reader ln -s "$program" "$home/bin/backscroll"
  printf 'Exec="%s" %%u\n' "$home/bin/backscroll" >/tmp/link.desktop
  open_window /tmp/link.desktop
  open_archive /tmp/link.desktop
  stop
  as_reader rm -r "$home/bin"
  step "shows the archive"

  # In the desktop's menu.
  quietly as_reader "$folder/install.sh"
  data=$home/.local/share
  open_window "$data/applications/$id.desktop"
  open_over_bus "$data"
  quietly as_reader "$folder/install.sh" --remove
  left=$(find "$home/.local" ! -type d ! -path "$data/backscroll/demo.sqlite")
  [ -z "$left" ] || fail "install.sh --remove leaves: $left"
  step "is added to the menu and removed from it"

  chmod -R u+w "$folder"
  as_reader rm -r "$place"
  files | comm -13 /tmp/installed - >"$log"
  [ ! -s "$log" ] || fail "the program writes into the system"
  check_home
}

"$kind"
