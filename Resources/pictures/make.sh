#!/bin/sh
# Makes every picture of the README, docs/ and the manual from the real program, with made-up chats.
#
#   make.sh PROGRAM [NAME...]
#
# NAME limits it to some pictures, such as "en/search" or "lab". Called by "meson-wrapper.sh pictures", which brings the
# display. Each picture is made in a process of its own, with settings and archives that are always the same, and is taken
# once two views of its window in a row are equal.
set -eu
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
wanted=$*
# The pictures show the paths of the homes below it. They are the same each time, so only one of these scripts can run.
scratch=/tmp/home
mkdir "$scratch" 2>/dev/null || {
  echo "pictures: $scratch exists. Remove it first." >&2
  exit 2
}
running=
trap '[ -z "$running" ] || kill "$running" 2>/dev/null || true; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS GTK_THEME LANGUAGE || true
export LC_ALL=C.UTF-8 TZ=UTC GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory GTK_A11Y=none NO_AT_BRIDGE=1
log=$scratch/log

fail() {
  echo "pictures: FAILED: $*" >&2
  tail -n 20 "$log" >&2 || true
  exit 1
}

# Whether a picture is to be made.
is_wanted() {
  [ -n "$wanted" ] || return 0
  case " $wanted " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# set_home LANGUAGE: sets the home and the locale. At the first time it makes two archives there: "chats" with the made-up
# chats, and the sample conversation, which the program would otherwise make while it is watched.
set_home() {
  if [ "$1" = ko ]; then
    home=$scratch/seoyeon locale=ko_KR.UTF-8 me=이서연
  else
    home=$scratch/mara locale=en_US.UTF-8 me="Mara Lind"
  fi
  HOME=$home
  export HOME
  [ ! -d "$home" ] || return 0
  mkdir "$home"
  pictures/chats.py "$home/Downloads" "$1"
  "$program" import "$home/Downloads/walks.zip" "$home/Downloads/house" --into "$home/chats.sqlite" --me "$me" --yes \
    >"$log" 2>&1 || fail "import"
  mkdir -p "$home/.local/share/backscroll"
  "$program" generate "$home/.local/share/backscroll/demo.sqlite" --messages 10000 >"$log" 2>&1 || fail "generate"
}

# open LANGUAGE SCHEME WIDTH HEIGHT TABS [ARGUMENT...]: shows the program. TABS: whether the demo tabs are shown.
open() {
  scheme=$2 width=$3 height=$4 tabs=$5
  set_home "$1"
  shift 5
  rm -rf "$home/.config" "$home/.cache"
  mkdir -p "$home/.config/backscroll"
  cat >"$home/.config/backscroll/settings.json" <<SETTINGS
{"colorScheme": "$scheme", "showsDemoTabs": $tabs, "sampleIsKnown": true,
 "knownTabs": ["lab", "feed", "carousel", "picker"],
 "windowSize": {"width": $width, "height": $height, "isMaximized": false}}
SETTINGS
  # A caret that does not blink, and no movement to wait for.
  mkdir -p "$home/.config/gtk-4.0"
  printf '[Settings]\ngtk-cursor-blink=false\ngtk-enable-animations=false\n' >"$home/.config/gtk-4.0/settings.ini"
  : >"$log"
  LC_ALL=$locale "$program" --log-level debug "$@" >"$log" 2>&1 &
  running=$!
  wait_for 'window: first-frame'
  window=$(timeout 30 xdotool search --sync --onlyvisible --pid "$running" | tail -n 1)
  xdotool windowactivate --sync "$window"
  rest
}

# Shows another window of the program instead, which a key has opened.
next_window() {
  tries=0
  until active=$(xdotool getactivewindow 2>/dev/null) && [ "$active" != "$window" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "no second window"
    sleep 0.1
  done
  window=$active
  rest
}

# Waits for a line of the log.
wait_for() {
  tries=0
  until grep -q -- "$1" "$log"; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || fail "no line '$1'"
    sleep 0.1
  done
}

# Waits until two views of the window are equal, half a second apart.
rest() {
  before= now=none tries=0
  while [ "$before" != "$now" ]; do
    before=$now tries=$((tries + 1))
    sleep 0.5
    import -window "$window" "$scratch/view.png"
    now=$(identify -format '%#' "$scratch/view.png")
    [ "$tries" -lt 40 ] || fail "the window does not come to rest"
  done
}

key() {
  for each in "$@"; do
    xdotool key --clearmodifiers "$each"
    rest
  done
}

# Searches for words of any script. Letters that the keyboard lacks can get lost, as xdotool has to redefine keys for them.
search_for() {
  for attempt in 1 2 3 4 5; do
    xdotool type --delay 300 -- "$1"
    rest
    ! tail -n 60 "$log" | grep 'query ' | tail -n 1 | grep -qF "$1" || return 0
    key ctrl+a
  done
  fail "'$1' could not be typed in $attempt attempts"
}

# A click at a place of the window.
click() {
  xdotool mousemove --window "$window" "$1" "$2" click 1
  rest
}

# take FILE COLORS: keeps the view, in a palette, and ends the program.
take() {
  # The pointer would show a star, or another look of a button.
  xdotool mousemove 1399 999
  rest
  mkdir -p "$(dirname "$1")"
  convert "$scratch/view.png" -strip +dither -colors "$2" "PNG8:$1"
  kill "$running"
  wait "$running" 2>/dev/null || true
  running=
  echo "Resources/$1"
}

# --- The manual ------------------------------------------------------------------------------

for language in en ko; do
  if [ "$language" = ko ]; then word=산장 export=two; else word=cabin export=walks.zip; fi
  set_home $language
  for scheme in light dark; do
    suffix=$([ "$scheme" = light ] || echo -dark)
    path() { echo "manual/$language/$1$suffix.png"; }
    if is_wanted $language/import; then
      open $language $scheme 760 640 false "$home/Downloads/$export"
      wait_for 'offered'
      take "$(path import)" 128
    fi
    if is_wanted $language/chat; then
      open $language $scheme 1040 660 false "$home/chats.sqlite" --at 2026-05-12T11:06
      take "$(path chat)" 160
    fi
    if is_wanted $language/search; then
      open $language $scheme 760 560 false "$home/chats.sqlite"
      key ctrl+shift+f
      search_for "$word"
      take "$(path search)" 96
    fi
    if is_wanted $language/topics; then
      open $language $scheme 760 560 false "$home/chats.sqlite"
      key ctrl+Page_Down
      take "$(path topics)" 96
    fi
    if is_wanted $language/media; then
      open $language $scheme 760 500 false "$home/chats.sqlite"
      key ctrl+m
      take "$(path media)" 160
    fi
    if is_wanted $language/statistics; then
      open $language $scheme 760 640 false --demo
      key ctrl+shift+t
      wait_for 'counted'
      take "$(path statistics)" 96
    fi
    if is_wanted $language/print; then
      open $language $scheme 760 600 false "$home/chats.sqlite"
      key ctrl+p
      next_window
      take "$(path print)" 128
    fi
  done
done

# --- README and docs/ ------------------------------------------------------------------------

# A message with a picture, near the end of the sample conversation.
message=9990
for scheme in light dark; do
  if is_wanted chat-$scheme; then
    open en $scheme 900 720 true --demo --tab chat --at $message
    take screenshots/chat-$scheme.png 255
  fi
done
if is_wanted chat-narrow; then
  open en light 360 640 true --demo --tab chat --at $message
  take screenshots/chat-narrow.png 128
fi
if is_wanted lab; then
  open en light 1200 760 true --demo --tab lab
  # "Load 30 Older"
  click 53 82
  wait_for 'lab: '
  take screenshots/lab.png 128
fi
if is_wanted feed; then
  open en light 900 720 true --demo --tab feed
  take screenshots/feed.png 128
fi
if is_wanted carousel; then
  open en light 900 720 true --demo --tab carousel
  take screenshots/carousel.png 255
fi
if is_wanted picker; then
  open en light 900 560 true --demo --tab picker
  take screenshots/picker.png 128
fi
