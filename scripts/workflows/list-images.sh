#!/usr/bin/env bash
# Lists images by their digests: list-images.sh FOLDER IMAGE…, from archives of OCI layouts in FOLDER, as FOLDER/IMAGES.
set -euo pipefail
folder=$1
shift

for image in "$@"; do
  tar --extract --to-stdout --file "$folder/${image##*/}.tar" index.json |
    jq --raw-output --exit-status --arg image "$image" '.manifests | if length == 1 then "\($image)@\(.[0].digest)" else error("more than one image") end'
done >"$folder/IMAGES"
