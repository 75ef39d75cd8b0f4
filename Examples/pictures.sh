#!/bin/sh
# Makes the pictures of the examples: Examples/pictures.sh [BUILD-FOLDER]. Each program runs on an X server of its own, with
# a window manager, until two pictures of its window are equal. Needs Xvfb, openbox, xdotool, ImageMagick and python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/.build/debug}
scratch=$(mktemp -d)
server=
trap 'kill $server $display $pages 2>/dev/null; rm -rf "$scratch"' EXIT
display= pages=

[ $# -gt 0 ] || swift build --package-path "$here"
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$scratch/display" >/dev/null 2>&1 &
display=$!
while [ ! -s "$scratch/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$scratch/display")
export DISPLAY GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory LC_ALL=C.UTF-8
openbox --sm-disable >/dev/null 2>&1 &

# The feed's pages, without a network.
python3 - "$scratch/repositories" <<'PAGES'
import json, sys
names = ["gtk", "glib", "pango", "cairo", "graphene", "harfbuzz", "libadwaita", "mutter", "epoxy", "sqlite"]
pages = [{"id": i, "full_name": f"example/{names[i % 10]}", "description": f"Repository number {i + 1}"} for i in range(30)]
json.dump(pages, open(sys.argv[1], "w"))
PAGES
python3 -u -m http.server --bind 127.0.0.1 --directory "$scratch" 0 >"$scratch/server" 2>/dev/null &
pages=$!
until grep -q port "$scratch/server"; do sleep 0.1; done
port=$(sed 's/.*port \([0-9]*\).*/\1/; q' "$scratch/server")

mkdir -p "$here/pictures"
for folder in "$here"/Sources/*/main.*; do
  name=$(basename "$(dirname "$folder")")
  case $name in
    # It is empty at rest.
    refresh) continue ;;
    feed) argument=http://127.0.0.1:$port/repositories ;;
    photos) argument=$here/../Resources/screenshots ;;
    *) argument= ;;
  esac
  "$programs/$name" ${argument:+"$argument"} >"$scratch/$name.log" 2>&1 &
  server=$!
  window=$(timeout 30 xdotool search --sync --onlyvisible --pid $server | tail -1)
  xdotool windowactivate --sync "$window" mousemove 0 0
  before= now=none tries=0
  # At least two seconds, for pages that load.
  while [ "$before" != "$now" ] || [ $tries -lt 3 ]; do
    before=$now tries=$((tries + 1))
    sleep 1
    import -window "$window" "$scratch/$name.png"
    now=$(identify -format '%#' "$scratch/$name.png")
    [ $tries -lt 30 ] || break
  done
  convert "$scratch/$name.png" -strip -colors 128 "$here/pictures/$name.png"
  kill $server
  wait $server 2>/dev/null || true
  echo "$here/pictures/$name.png"
done
