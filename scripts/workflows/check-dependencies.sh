#!/usr/bin/env bash
# Asks the registry about every lock file: known vulnerabilities of what ships, and what is called deprecated. Ends with 1 for either.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
failed=0

while read -r lock; do
  folder=$(dirname "$lock")
  work=$(mktemp -d)
  cp "$folder/package.json" "$work"
  echo "== $folder: deprecated"
  # Without a lock file npm has to ask about each package, and says which are deprecated.
  npm install --prefix "$work" --package-lock-only --ignore-scripts --no-audit --no-fund 2>&1 | grep 'npm warn deprecated' && failed=1
  echo "== $folder: vulnerabilities"
  (cd "$folder" && npm audit --package-lock-only --omit=dev --audit-level=moderate) || failed=1
  rm -rf "$work"
done < <(git ls-files '*package-lock.json' | grep -v '^bench/')
exit "$failed"
