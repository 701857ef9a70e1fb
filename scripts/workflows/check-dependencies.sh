#!/usr/bin/env bash
# Looks up known vulnerabilities of everything that ships (scripts/audit.ts): this checkout, the newest release, and the package URLs in a file:
# check-dependencies.sh LIST. Then asks npm about every lock file, and names what is called deprecated. Ends with 1 for either, and if anything
# cannot be asked.
set -uo pipefail
list=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

arguments=(--list "$list")
echo '== the newest release'
if tag=$(gh release list --repo "$GITHUB_REPOSITORY" --limit 1 --exclude-drafts --json tagName --jq '.[].tagName'); then
  if [ -z "$tag" ]; then
    echo 'There is none yet.'
  elif gh release download "$tag" --repo "$GITHUB_REPOSITORY" --pattern '*.cdx.json' --dir "$work/sboms"; then
    arguments+=(--sboms "$work/sboms")
  else
    failed=1
  fi
else
  failed=1
fi
echo '== vulnerabilities'
npx tsx scripts/audit.ts "${arguments[@]}" || failed=1

while read -r lock; do
  folder=$(dirname "$lock")
  copy=$(mktemp -d "$work/XXXXXX")
  cp "$folder/package.json" "$copy"
  echo "== $folder: deprecated"
  # Without a lock file npm has to ask about each package, and says which are deprecated.
  npm install --prefix "$copy" --package-lock-only --ignore-scripts --no-audit --no-fund >"$copy/said" 2>&1 || { cat "$copy/said"; failed=1; }
  grep 'npm warn deprecated' "$copy/said" && failed=1
done < <(git ls-files '*package-lock.json')
exit "$failed"
