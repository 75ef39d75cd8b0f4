#!/bin/sh
# The manual names every command and option that the program's help names.
#   check-manual.sh PROGRAM MANUAL
set -eu
# meson names the program without a folder, by which it would not be found.
program=$(realpath "$1") manual=$2
# mdoc writes "--tab" as "Fl -tab".
text=$(mandoc -K utf-8 -T utf8 "$manual" | sed 's/.\x08//g')
missing=""
commands=$("$program" --help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')
[ -n "$commands" ] || { echo "The help lists no commands." >&2; exit 1; }
for command in $commands; do
  for word in "$command" $("$program" help "$command" | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
    printf '%s\n' "$text" | grep -qE -- "(^|[^a-z-])$word([^a-z-]|\$)" || missing="$missing $command:$word"
  done
done
[ -z "$missing" ] || {
  echo "The manual does not name:$missing" >&2
  exit 1
}
