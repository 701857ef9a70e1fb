#!/usr/bin/env bash
# Makes a draft of a release with every file that people download: draft.sh TAG FOLDER.
set -euo pipefail
tag=$1 folder=$2

mapfile -t files < <(find "$folder" "$folder/sbom" -maxdepth 1 -type f ! -name 'RELEASE_NOTES.md' | sort)
gh release create "$tag" --repo "$GITHUB_REPOSITORY" --verify-tag --draft --title "$tag" \
  --notes-file "$folder/RELEASE_NOTES.md" "${files[@]}"
