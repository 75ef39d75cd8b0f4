#!/bin/sh
# Builds a package that uses the library without the trait "App": it must resolve no package but this one, and compile nothing of
# the archive or the app.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

die() {
  echo "package.sh: $*" >&2
  exit 1
}

mkdir -p "$folder/Sources/hello"
cat >"$folder/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "hello",
  dependencies: [.package(name: "backscroll", path: "$root", traits: [])],
  targets: [
    .executableTarget(name: "hello", dependencies: [.product(name: "Backscroll", package: "backscroll")])
  ]
)
MANIFEST
cat >"$folder/Sources/hello/main.swift" <<'PROGRAM'
import Backscroll
import Gtk

print("A pull needs a \(RefreshOverlay.self); GTK is \(gtkVersion).")
PROGRAM

swift package --package-path "$folder" resolve || die "the package cannot be resolved."
if [ -n "$(ls "$folder/.build/checkouts" 2>/dev/null)" ]; then
  die "it resolves other packages: $(ls "$folder/.build/checkouts")."
fi
swift build --package-path "$folder" --product hello || die "the package does not build."
for module in Chats BackscrollApp GRDB ArgumentParser; do
  [ ! -e "$folder/.build/debug/Modules/$module.swiftmodule" ] || die "it compiles $module."
done
"$folder/.build/debug/hello" | grep "GTK is 4" || die "the program does not run."
