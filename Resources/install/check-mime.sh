#!/bin/sh
# The media type is taken up, and a file with an archive's mark has it.
#   check-mime.sh MIME_FILE
set -eu
command -v update-mime-database >/dev/null 2>&1 || exit 77 # meson's word for "skipped"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/mime/packages"
cp "$1" "$scratch/mime/packages/backscroll.xml"
export XDG_DATA_DIRS="$scratch" # else it says that nobody will find it
complaints=$(update-mime-database "$scratch/mime" 2>&1)
[ -z "$complaints" ] || {
  echo "$complaints" >&2
  exit 1
}
[ -f "$scratch/mime/application/x-backscroll-archive.xml" ]
