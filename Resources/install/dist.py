#!/usr/bin/env python3
"""Packs the last commit, with the Swift packages it is built from, as a source that builds without a network.

    dist.py SOURCE VERSION FOLDER

Each package lies in Resources/packages/OWNER/NAME.git as a bare repository of one commit, which build.sh shows
to SwiftPM as a mirror of the real one. Packages must have been fetched ("swift package resolve").
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

source, version, folder = sys.argv[1:4]
name = f"backscroll-{version}"


def git(*words, **options):
    return subprocess.run(["git", *words], check=True, text=True, capture_output=True, **options).stdout


def fetched():
    """SwiftPM's own copies by their addresses."""
    repositories = os.path.join(source, ".build", "repositories")
    copies = {}
    for entry in os.listdir(repositories):
        path = os.path.join(repositories, entry)
        # As it was written down: git may put another address in its place.
        copies[git("-C", path, "config", "remote.origin.url").strip()] = path
    return copies


def add_package(pin, copies, packages):
    address, state = pin["location"], pin["state"]
    owner, repository = address.removesuffix(".git").split("/")[-2:]
    copy = copies[address]
    tags = git("-C", copy, "tag", "--points-at", state["revision"]).split()
    tag = next(tag for tag in tags if tag.removeprefix("v") == state["version"])
    target = os.path.join(packages, owner, repository + ".git")
    git("-c", "advice.detachedHead=false", "clone", "-q", "--bare", "--depth", "1", "--branch", tag,
        "file://" + copy, target)
    # Nothing of the machine it was packed on.
    git("-C", target, "remote", "remove", "origin")
    # The same on each machine: without the packing of the copy, and without threads, which share the work by chance.
    git("-C", target, "-c", "pack.threads=1", "repack", "-a", "-d", "-F", "-q")
    shutil.rmtree(os.path.join(target, "hooks"), ignore_errors=True)


def main():
    if git("-C", source, "status", "--porcelain").strip():
        print("backscroll: what is not committed is left out.", file=sys.stderr)
    os.makedirs(folder, exist_ok=True)
    date = git("-C", source, "log", "-1", "--format=%ct").strip()
    archive = os.path.join(folder, name + ".tar.xz")
    with tempfile.TemporaryDirectory() as scratch:
        tree = os.path.join(scratch, name)
        os.mkdir(tree)
        tar = subprocess.run(["git", "-C", source, "archive", "HEAD"], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", tree], input=tar, check=True)
        pinned = os.path.join(source, "Package.resolved")
        shutil.copy(pinned, tree)
        copies = fetched()
        with open(pinned, encoding="utf-8") as file:
            for pin in json.load(file)["pins"]:
                add_package(pin, copies, os.path.join(tree, "Resources", "packages"))
        subprocess.run(
            ["tar", "-c", "-J", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX",
             f"--mtime=@{date}", "-f", archive, "-C", scratch, name], check=True)
    with open(archive, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open(archive + ".sha256sum", "w", encoding="utf-8") as file:
        file.write(f"{digest}  {name}.tar.xz\n")
    print(archive)


main()
