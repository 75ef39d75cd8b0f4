#!/bin/sh
# Checks the catalogues against the sources: every message is in each of them, translated and not fuzzy, and what is in
# a catalogue is still in use.
#
# Usage: check.sh FOLDER XGETTEXT_ARGUMENT..., with the folder that POTFILES is relative to.
set -eu
folder=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
po=$folder/po

# xgettext says of each file that it takes Swift for C, and for a text of several lines that it does not end.
GETTEXTDATADIRS=$po xgettext "$@" --directory="$folder" --files-from="$po/POTFILES" --output="$scratch/now.pot" \
  2>"$scratch/words" || {
  cat "$scratch/words" >&2
  exit 1
}

status=0
if grep -n 'c-format' "$scratch/now.pot"; then
  echo "These messages look like formats of C; write the % some other way." >&2
  status=1
fi
for catalogue in "$po"/*.po; do
  msgfmt --check --output-file=/dev/null "$catalogue" || status=1
  if ! grep -qx "$(basename "$catalogue" .po)" "$po/LINGUAS"; then
    echo "$catalogue is not in LINGUAS." >&2
    status=1
  fi
  msgcmp "$catalogue" "$scratch/now.pot" >"$scratch/words" 2>&1 || status=1
  # A message that is not in the catalogue, or not translated, is an error; one of no use any more a warning.
  if [ -s "$scratch/words" ]; then
    cat "$scratch/words" >&2
    status=1
  fi
done
[ "$status" -eq 0 ] || echo "'meson compile -C .build-meson backscroll-update-po' brings new messages into the catalogues." >&2
exit "$status"
