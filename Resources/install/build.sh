#!/bin/sh
# meson's one call of SwiftPM. All that it writes lies in SCRATCH, so neither a home folder nor a writable
# source is needed; nor is the network, once SCRATCH has the packages.
#
#   build.sh SWIFT SOURCE SCRATCH BUILDTYPE strip|keep OUTPUT [FLAG...]
set -eu
swift=$1 source=$(cd "$2" && pwd) scratch=$3 type=$4 strip=$5 output=$6
shift 6

mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
export CLANG_MODULE_CACHE_PATH="$scratch/clang"
# SwiftPM asks for a home folder even when it is told all of its places. One's own has git's settings, by which
# packages may be fetched.
if [ ! -w "${HOME:-/nonexistent}" ]; then
  export HOME="$scratch/home"
  mkdir -p "$HOME"
fi

# Packages that came with the source, as "meson-wrapper.sh dist" packs them: SwiftPM takes them for the real ones.
if [ -d "$source/Resources/packages" ]; then
  for package in "$source"/Resources/packages/*/*.git; do
    owner=$(basename "$(dirname "$package")")
    name=$(basename "$package" .git)
    "$swift" package --package-path "$source" --scratch-path "$scratch" --cache-path "$scratch/cache" \
      --config-path "$scratch/config" --security-path "$scratch/security" config set-mirror \
      --original "https://github.com/$owner/$name" --mirror "file://$package" >/dev/null
  done
# Packages that "swift build" has fetched already.
elif [ -f "$source/.build/workspace-state.json" ] && [ ! -f "$scratch/workspace-state.json" ]; then
  cp -R "$source/.build/repositories" "$source/.build/checkouts" "$source/.build/workspace-state.json" "$scratch"
fi

case $type in
  debug | debugoptimized) configuration=debug ;;
  *) configuration=release ;;
esac
# The program contains no paths of this machine. -disable-incremental-llvm-codegen leaves out hashes of code with these
# paths, by which the compiler would know what is stale; SwiftPM compiles whole modules. "relro" and "now" make the table
# of functions of other libraries read-only.
set -- --package-path "$source" --scratch-path "$scratch" --cache-path "$scratch/cache" \
  --config-path "$scratch/config" --security-path "$scratch/security" \
  --static-swift-stdlib --disable-local-rpath --configuration "$configuration" --product backscroll \
  -Xswiftc -file-prefix-map -Xswiftc "$source=." -Xcc "-ffile-prefix-map=$source=." \
  -Xswiftc -file-prefix-map -Xswiftc "$scratch=packages" -Xcc "-ffile-prefix-map=$scratch=packages" \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
  "$@"
[ "$strip" = keep ] || set -- "$@" -Xswiftc -gnone
"$swift" build "$@"
built=$("$swift" build "$@" --show-bin-path)/backscroll

# Beside it first: the output is whole or not there.
cp "$built" "$output.new"
[ "$strip" = keep ] || strip --strip-all "$output.new"
mv "$output.new" "$output"
