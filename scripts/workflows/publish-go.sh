#!/usr/bin/env bash
# Publishes the Go modules of a release: publish-go.sh FOLDER VERSION, each to the repository of its folder's name, with GITHUB_TOKEN. A tag that is
# there already is left alone, but has to hold the same.
set -euo pipefail
folder=$(cd "$1" && pwd) version=$2
: "${REPOSITORIES:=https://github.com/coffer}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# git asks for a password only where there is none, and gets it from the environment.
# shellcheck disable=SC2016 # the helper expands it
git() {
  GIT_TERMINAL_PROMPT=0 command git -c credential.helper= -c credential.helper='!f() { echo username=x-access-token; echo "password=$GITHUB_TOKEN"; }; f' \
    -c user.name=coffer -c user.email=engineers@coffer.example "$@"
}

for module in "$folder"/*/*/go.mod; do
  repository=$(basename "$(dirname "$(dirname "$module")")")
  tag=$(basename "$(dirname "$module")")/v$version
  clone=$work/$repository
  git clone --quiet "$REPOSITORIES/$repository" "$clone"
  if git -C "$clone" rev-parse --quiet --verify "refs/tags/$tag" >/dev/null; then
    git -C "$clone" checkout --quiet "$tag"
    diff --recursive --brief --exclude=.git "$folder/$repository" "$clone" >&2 || {
      echo "$repository has the tag $tag with other files. See internals/publishing.md, \"If it stops half way\"." >&2
      exit 1
    }
    echo "$repository $tag is published already"
    continue
  fi
  git -C "$clone" rm --quiet -r --ignore-unmatch .
  cp -R "$folder/$repository/." "$clone"
  git -C "$clone" add --all --force
  git -C "$clone" commit --quiet --allow-empty --message "$tag"
  git -C "$clone" tag "$tag"
  git -C "$clone" push --quiet --atomic origin HEAD "$tag"
done
