#!/usr/bin/env bash
# Publishes the packages of a release for one language: publib.sh maven|golang FOLDER.
set -euo pipefail
PUBLIB=publib@0.2.1061

npx --yes --package "$PUBLIB" -- "publib-$1" "$2"
