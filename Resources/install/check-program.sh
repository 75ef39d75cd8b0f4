#!/bin/sh
# The program needs no Swift where it runs, and tells nothing of where it was built.
#   check-program.sh PROGRAM SOURCE BUILD
set -eu
program=$1 source=$(cd "$2" && pwd) build=$(cd "$3" && pwd)
status=0
if ldd "$program" | grep -iE 'libswift|libFoundation|lib_?dispatch|libBlocksRuntime|not found'; then
  echo "The program needs libraries that a machine without Swift does not have." >&2
  status=1
fi
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
for place in "$source" "$build" "$toolchain"; do
  # /usr is no secret.
  [ "$place" != /usr ] || continue
  if strings -a "$program" | grep -F -- "$place" | head -n 5 | grep .; then
    echo "The program has paths of the machine that built it in it." >&2
    status=1
  fi
done
exit "$status"
