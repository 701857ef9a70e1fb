#!/usr/bin/env bash
# Publishes the npm packages of a release: publish-npm.sh FOLDER. What is there already is left alone, so it can run again, but has to be the same.
set -euo pipefail

for file in "$1"/*.tgz; do
  # shellcheck disable=SC2016 # it is JavaScript that expands
  name=$(tar -xzOf "$file" package/package.json | node -p 'const m = JSON.parse(fs.readFileSync(0)); `${m.name}@${m.version}`')
  ours=sha512-$(openssl dgst -sha512 -binary "$file" | base64 --wrap=0)
  if theirs=$(npm view "$name" dist.integrity 2>/dev/null) && [ -n "$theirs" ]; then
    [ "$theirs" = "$ours" ] || {
      echo "$name is published with other bytes: $theirs, not $ours. See internals/publishing.md, \"If it stops half way\"." >&2
      exit 1
    }
    echo "$name is published already"
  else
    npm publish --ignore-scripts --provenance --access public "$file"
  fi
done
