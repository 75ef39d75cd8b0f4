#!/bin/sh
# Tells the desktop's caches that files came or went under DATA, a prefix's share folder. A desktop without
# these tools has no such caches.
set -eu
data=$1
[ -z "${DESTDIR:-}" ] || exit 0

if command -v update-desktop-database >/dev/null 2>&1 && [ -d "$data/applications" ]; then
  update-desktop-database -q "$data/applications" || true
fi
if command -v update-mime-database >/dev/null 2>&1 && [ -d "$data/mime/packages" ]; then
  # Where it is told to look, it does not complain of a prefix that nobody else looks at.
  XDG_DATA_DIRS="$data" PKGSYSTEM_ENABLE_FSYNC=0 update-mime-database "$data/mime" || true
fi
# Only one that is there can be out of date: without it GTK reads the folders.
if [ -f "$data/icons/hicolor/icon-theme.cache" ] && command -v gtk4-update-icon-cache >/dev/null 2>&1; then
  gtk4-update-icon-cache -q -t -f "$data/icons/hicolor" || true
fi
