#!/bin/sh
# Builds the libraries' documentation with DocC, from their doc comments and catalogues. DocC's warnings,
# unresolved links among them, are errors. The libraries must have been built.
#
#   docs/build.sh MODULES OUT [MODULE...]
#
# MODULES is the folder of the built modules (.build/debug/Modules); OUT gets a .doccarchive each.
set -eu
[ $# -ge 2 ] || {
  echo "Usage: docs/build.sh MODULES OUT [MODULE...]" >&2
  exit 2
}
modules=$1
out=$2
shift 2
[ $# -gt 0 ] || set -- ScrollCore Paging GLib Gtk Backscroll
root=$(cd "$(dirname "$0")/.." && pwd)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
flags=""
for flag in $(pkg-config --cflags gtk4); do flags="$flags -Xcc $flag"; done
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)

mkdir -p "$out"
status=0
for module in "$@"; do
  mkdir "$scratch/$module"
  # shellcheck disable=SC2086 # a list of words
  swift-symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" -I "$root/Sources/Support/CGLib" -I "$root/Sources/Support/CGtk" -I "$root/Sources/Support/CGettext" \
    -Xcc "-fmodule-map-file=$modules/../CResources.build/module.modulemap" $flags -module-cache-path "$scratch/cache" \
    -minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
    -output-dir "$scratch/$module"
  # Without extensions of foreign types, which would become catalogues of their own.
  echo "documentation: $module"
  docc convert "$root/Sources/Library/$module/$module.docc" --additional-symbol-graph-dir "$scratch/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "io.github.backscroll.$module" \
    --output-path "$out/$module.doccarchive" --warnings-as-errors || status=1
done
exit "$status"
