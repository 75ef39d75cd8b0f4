#!/usr/bin/env python3
"""Takes away what an installation put under a prefix: the files meson would install there, what the desktop
made of them, and the folders that are empty then.

    meson introspect BUILD --installed | uninstall.py PREFIX DESTDIR
"""

import json
import os
import subprocess
import sys

prefix, destdir = sys.argv[1:3]
# Folders here are the system's, empty or not.
SYSTEM_PREFIXES = ("/", "/usr", "/usr/local")


def placed(path):
    """The path with DESTDIR before it."""
    return destdir.rstrip("/") + path if destdir else path


def remove(path):
    if os.path.lexists(path):
        os.remove(path)
        return True
    return False


def files_at(path):
    """The path itself, or all files below it if it is a folder."""
    if not os.path.isdir(path) or os.path.islink(path):
        return [path]
    return [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]


def is_only(folder, names):
    """Whether nothing but files of these names is left in or below a folder."""
    found = [name for _, _, files in os.walk(folder) for name in files]
    return all(name in names for name in found)


def clear_caches(share):
    """The desktop's tools write into an empty prefix what would stay there for ever."""
    mime = os.path.join(share, "mime")
    generated = {
        "XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic", "mime.cache",
        "subclasses", "treemagic", "types", "version",
    }
    for folder, names in ((mime, generated), (os.path.join(share, "applications"), {"mimeinfo.cache"})):
        if os.path.isdir(folder) and is_only(folder, names):
            for name in names:
                remove(os.path.join(folder, name))


def main():
    files = [file for path in json.load(sys.stdin).values() for file in files_at(placed(path))]
    removed = sum(remove(path) for path in files)
    share = placed(os.path.join(prefix, "share"))
    if removed and not destdir:
        refresh = os.path.join(os.path.dirname(os.path.abspath(__file__)), "refresh.sh")
        subprocess.run([refresh, os.path.join(prefix, "share")], check=True)
        clear_caches(share)
    if prefix.rstrip("/") not in SYSTEM_PREFIXES or destdir:
        folders = {os.path.dirname(path) for path in files} | {os.path.join(share, "mime", "application")}
        top = placed(prefix).rstrip("/")
        for folder in sorted(folders, key=len, reverse=True):
            while folder.startswith(top + "/") and (not os.path.isdir(folder) or not os.listdir(folder)):
                if os.path.isdir(folder):
                    os.rmdir(folder)
                folder = os.path.dirname(folder)
    else:
        for own in (os.path.join(share, "licenses", "backscroll"), os.path.join(share, "backscroll")):
            for folder, _, _ in os.walk(own, topdown=False):
                if not os.listdir(folder):
                    os.rmdir(folder)
    print(f"{removed} files removed from {placed(prefix)}.", file=sys.stderr)
    return 0 if removed else 1


sys.exit(main())
