#!/usr/bin/env bash
# Makes the draft of a release public: publish-release.sh TAG FOLDER. It has to hold the files of the signed release in FOLDER and no others:
# somebody may have changed it since.
set -euo pipefail
tag=$1 folder=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/signed"
find "$folder" "$folder/sbom" -maxdepth 1 -type f ! -name 'RELEASE_NOTES.md' -exec ln --symbolic --target-directory "$work/signed" {} +
gh release download "$tag" --repo "$GITHUB_REPOSITORY" --dir "$work/draft"
diff --recursive --brief "$work/signed" "$work/draft" >&2 || {
  echo "The draft $tag holds other files than the signed release. See internals/publishing.md, \"If it stops half way\"." >&2
  exit 1
}
gh release edit "$tag" --repo "$GITHUB_REPOSITORY" --draft=false
