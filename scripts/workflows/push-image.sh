#!/usr/bin/env bash
# Pushes an image that was built before: push-image.sh IMAGE ARCHIVE IMAGES, as REGISTRY_USER with REGISTRY_TOKEN. Its digest has to be the one in
# IMAGES, a list that was signed. The tag is the version in GITHUB_REF_NAME.
set -euo pipefail
image=$1 archive=$2 tag=$1:${GITHUB_REF_NAME#v}
digest=$(sed -n "s|^$image@||p" "$3")
built=$(tar --extract --to-stdout --file "$archive" index.json | jq --raw-output '.manifests[0].digest')
if [ -z "$digest" ] || [ "$built" != "$digest" ]; then
  echo "$archive is $built, but ${digest:-no image} was signed." >&2
  exit 1
fi

# skopeo and actions/attest find the login where docker keeps it.
docker login --username "$REGISTRY_USER" --password-stdin "${image%%/*}" <<<"$REGISTRY_TOKEN"
skopeo copy --all --preserve-digests "oci-archive:$archive" "docker://$tag"
pushed=sha256:$(skopeo inspect --raw "docker://$tag" | sha256sum | cut -c 1-64)
[ "$pushed" = "$digest" ] || {
  echo "$tag is $pushed after the push, not $digest." >&2
  exit 1
}
echo "digest=$digest" >>"$GITHUB_OUTPUT"
