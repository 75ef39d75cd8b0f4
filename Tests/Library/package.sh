#!/bin/sh
# Builds the examples, a package that uses the library without the trait "App": it must resolve no package but this one, and
# compile nothing of the archive or the app.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

die() {
  echo "package.sh: $*" >&2
  exit 1
}

# A copy in another folder, as a user has it.
cp -R "$root/Examples/." "$folder"
rm -rf "$folder/.build"
sed -i "s|path: \"..\"|path: \"$root\"|" "$folder/Package.swift"

swift package --package-path "$folder" resolve || die "the package cannot be resolved."
if [ -n "$(ls "$folder/.build/checkouts" 2>/dev/null)" ]; then
  die "it resolves other packages: $(ls "$folder/.build/checkouts")."
fi
swift build --package-path "$folder" || die "the package does not build."
for module in Chats BackscrollApp GRDB ArgumentParser; do
  [ ! -e "$folder/.build/debug/Modules/$module.swiftmodule" ] || die "it compiles $module."
done
"$folder/.build/debug/messages-in-c" --help >/dev/null || die "the program in C does not run."
