#!/bin/sh
# The version, from the one place that has it: the program's own source.
set -eu
cd "$(dirname "$0")/../.."
sed -n 's/.*static let version = "\(.*\)"$/\1/p' Sources/BackscrollApp/CommandLine/Program.swift | grep .
