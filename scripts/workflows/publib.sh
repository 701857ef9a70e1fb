#!/usr/bin/env bash
# Publishes the packages of a release for one language: publib.sh maven|golang FOLDER.
set -euo pipefail
PUBLIB=publib@0.2.1061

if [ "$1" = golang ]; then
  # A folder for each repository; the modules are folders in it.
  for repository in "$2"/*/; do npx --yes --package "$PUBLIB" -- publib-golang "$repository"; done
else
  npx --yes --package "$PUBLIB" -- "publib-$1" "$2"
fi
