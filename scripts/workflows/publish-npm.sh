#!/usr/bin/env bash
# Publishes the npm packages of a release: publish-npm.sh FOLDER. A version that is there already is left alone, so it can run again.
set -euo pipefail

for file in "$1"/*.tgz; do
  # shellcheck disable=SC2016 # it is JavaScript that expands
  name=$(tar -xzOf "$file" package/package.json | node -p 'const m = JSON.parse(fs.readFileSync(0)); `${m.name}@${m.version}`')
  if npm view "$name" version >/dev/null 2>&1; then
    echo "$name is published already"
  else
    npm publish --provenance --access public "$file"
  fi
done
