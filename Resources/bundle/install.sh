#!/bin/sh
# Adds Backscroll to the desktop's applications, or removes it.
#
#   ./install.sh [PREFIX]            copies the program and its files into PREFIX, by default ~/.local
#   ./install.sh --remove [PREFIX]   removes these files, and keeps your archives and settings
set -eu
caller=$PWD
cd "$(dirname "$(readlink -f "$0")")"

say() { printf 'backscroll: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 2
}

remove=""
case ${1:-} in
  --remove)
    remove=yes
    shift
    ;;
  -*) die "unknown option '$1'; see README." ;;
esac
prefix=${1:-$HOME/.local}
case $prefix in
  *[\"\`\$\\%]*) die "the desktop cannot start programs in $prefix because of the characters in this path." ;;
  /*) ;;
  *) prefix=$caller/$prefix ;;
esac
share=$prefix/share

# Deletes what the desktop's tools have written if it belongs to no other program.
clear_caches() {
  others=$(find "$share/applications" -type f ! -name mimeinfo.cache 2>/dev/null | head -n 1)
  [ -n "$others" ] || rm -f "$share/applications/mimeinfo.cache"
  others=$(find "$share/mime/packages" -type f 2>/dev/null | head -n 1)
  [ -n "$others" ] || for name in XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses \
    treemagic types version; do
    rm -f "$share/mime/$name"
  done
}

if [ -n "$remove" ]; then
  find bin share -type f | while IFS= read -r file; do rm -f "$prefix/$file"; done
  share/backscroll/refresh.sh "$share"
  clear_caches
  { find bin share -depth -type d; printf 'share/mime/%s\n' application packages ''; } | while IFS= read -r folder; do
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  say "removed from $prefix."
  exit
fi

# Says what is missing, if something is.
./backscroll --version >/dev/null
find bin share -type f | while IFS= read -r file; do
  mode=644
  [ ! -x "$file" ] || mode=755
  install -D -m "$mode" "$file" "$prefix/$file"
done
# With the whole path, so that the program starts whether or not it is on PATH.
executable=$prefix/bin/backscroll
case $executable in *" "*) executable="\"$executable\"" ;; esac
replacement=$(printf '%s' "$executable" | sed 's/[&|]/\\&/g')
for file in applications/@id@.desktop dbus-1/services/@id@.service systemd/user/backscroll-watch@.service; do
  sed -i "s|/usr/bin/backscroll|$replacement|" "$share/$file"
done
share/backscroll/refresh.sh "$share"
say "installed into $prefix. Log in again if the applications do not show it."
