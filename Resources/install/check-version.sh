#!/bin/sh
# The version that software centres show is the program's.
#   check-version.sh VERSION METAINFO
set -eu
grep -q "<release version=\"$1\"" "$2" || {
  echo "$2 has no release $1, which is the program's version." >&2
  exit 1
}
