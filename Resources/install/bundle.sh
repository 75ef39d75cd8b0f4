#!/bin/sh
# Builds the program for distributions other than this one, and packs it with its files into a folder that can be moved.
#
#   bundle.sh SOURCE TRIPLET DATE FOLDER
#
# SOURCE is an unpacked source archive. If debhelper has built it in obj-TRIPLET, only the link is repeated. DATE is the
# time of all packed files, in seconds since 1970. The bundle is written into FOLDER, and its path printed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$1 triplet=$2 date=$3 folder=$4
id=io.github.backscroll.Backscroll
version=$("$here/version.sh")
arch=${triplet%%-*}
name=backscroll-$version-$arch
build=$source/obj-$triplet
tree=$source/$name

die() { printf 'bundle.sh: %s\n' "$*" >&2; exit 1; }

# Distributions have these under different names or in other versions, or lack them. libarchive comes first, and then
# what its reader of zip files uses. pkg-config names a folder to SwiftPM that has nothing but static libraries; the linker
# searches it first. Swift exports no functions of static libraries; otherwise libsoup would use this SQLite.
libraries="archive sqlite3 nettle lzma zstd bz2 z"
static=$build/static
mkdir -p "$static"
packages=""
for library in $libraries; do
  file=$(realpath "$(cc -print-file-name="lib$library.a")")
  ln -sf "$file" "$static/lib$library.a"
  packages="$packages $(dpkg-query -S "$file" | sed 's/:.*//')"
done
{
  grep -v '^Libs' "$(pkg-config --variable=pcfiledir libarchive)/libarchive.pc"
  printf 'Libs: -L%s' "$static"
  # shellcheck disable=SC2086 # words
  printf ' -l%s' $libraries
  echo
} >"$static/libarchive.pc"
PKG_CONFIG_PATH=$static
export PKG_CONFIG_PATH

[ -f "$build/build.ninja" ] || meson setup "$build" "$source/Resources" --prefix /usr
meson compile -C "$build"
meson test -C "$build" --no-rebuild --print-errorlogs
DESTDIR=$source/installed meson install -C "$build" --no-rebuild --quiet
rm -rf "$tree"
mv "$source/installed/usr" "$tree"

program=$tree/bin/backscroll
needed=$(objdump -p "$program" | sed -n 's/^ *NEEDED *//p')
for library in $libraries; do
  case $needed in *"lib$library.so"*) die "lib$library is not linked statically." ;; esac
done
glibc=$(objdump -T "$program" | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -n 1)
gtk=$(sed -n "s/^dependency('gtk4', version: '>= \(.*\)')$/\1/p" "$source/Resources/meson.build")

# --- The licences of what is linked -----------------------------------------------------------

licenses=$tree/share/licenses/backscroll
cp "$source/debian/copyright" "$licenses/copyright"
list=""
for package in $packages; do
  cp -L "/usr/share/doc/$package/copyright" "$licenses/$package"
  list="$list  $package $(dpkg-query -W -f '${Version}' "$package")
"
done
# The texts to which they refer.
mkdir "$licenses/common-licenses"
grep -ohE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$licenses"/* | sort -u | while IFS= read -r text; do
  cp -L "$text" "$licenses/common-licenses"
done

# --- What runs it ------------------------------------------------------------------------------

cp "$here/refresh.sh" "$tree/share/backscroll"
for file in backscroll install.sh README; do
  VERSION=$version ARCH=$arch GLIBC=${glibc#GLIBC_} GTK=$gtk ID=$id LIBRARIES=${list%?} awk '{
    split("VERSION ARCH GLIBC GTK ID LIBRARIES", names, " ")
    for (i in names) gsub("@" tolower(names[i]) "@", ENVIRON[names[i]])
    print
  }' "$source/Resources/bundle/$file" >"$tree/$file"
done
chmod 755 "$tree/backscroll" "$tree/install.sh"

mkdir -p "$folder"
tar -c -J --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$date" -f "$folder/$name.tar.xz" \
  -C "$source" "$name"
(cd "$folder" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256sum")
printf '%s\n' "$folder/$name.tar.xz"
