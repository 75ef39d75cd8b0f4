#!/bin/sh
# Prints the version, which is defined in the program itself.
set -eu
cd "$(dirname "$0")/../.."
sed -n 's/.*static let version = "\(.*\)"$/\1/p' Sources/App/AppBase/Program.swift | grep .
