#!/usr/bin/env bash
# Signs a release that others built: sign-release.sh FOLDER [IMAGES], with the key in GPG_PRIVATE_KEY and GPG_PASSPHRASE. IMAGES lists the
# images with their digests. Prints the files to attest, with their SHA-256. Runs gpg and the system's own tools, and nothing of the release.
set -euo pipefail
cd "$1"
images=${2:-}
# An attestation of GitHub may have this many subjects.
LIMIT=1024

fail() {
  echo "$1" >&2
  exit 1
}

# What is signed is what was built: each file as listed, and no other.
sha256sum --check --quiet --strict CHECKSUMS >&2
extra=$(comm -13 <(cut -c 67- CHECKSUMS | sort) <(find . -type f ! -path ./CHECKSUMS | cut -c 3- | sort))
[ -z "$extra" ] || fail "Not in CHECKSUMS, so not signed: $extra"

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT
gpg --batch --quiet --import <<<"$GPG_PRIVATE_KEY"
IFS=: read -r _ validity bits algorithm _ < <(gpg --batch --with-colons --list-secret-keys | grep '^sec:') ||
  fail 'GPG_PRIVATE_KEY holds no secret key.'
[ "$algorithm" = 1 ] && [ "$bits" -ge 3072 ] || fail 'The key is not RSA of at least 3072 bits, which the Terraform Registry asks for.'
case $validity in e | r) fail 'The key has expired or is revoked.' ;; esac

sign() {
  gpg --batch --quiet --yes --pinentry-mode loopback --passphrase-fd 3 --digest-algo SHA256 "$@" 3<<<"$GPG_PASSPHRASE"
}

list() {
  printf '%s\n' "$@" | tr '\n' '\0' | xargs -0 sha256sum >>CHECKSUMS
}

sums=(terraform-provider-coffer_*_SHA256SUMS)
sign --output "${sums[0]}.sig" --detach-sign "${sums[0]}"
gpg --batch --yes --armor --no-emit-version --output signing-key.asc --export
list "${sums[0]}.sig" signing-key.asc
while IFS= read -r file; do
  sign --armor --output "$file.asc" --detach-sign "$file"
  list "$file.asc"
done < <(find maven -type f \( -name '*.jar' -o -name '*.pom' \))
if [ -n "$images" ]; then
  cp "$images" IMAGES
  list IMAGES
fi
LC_ALL=C sort --key 2 --output CHECKSUMS CHECKSUMS
sign --output CHECKSUMS.sig --detach-sign CHECKSUMS

# Whatever somebody downloads as a file. Everything else, such as the files of unpacked packages, is in CHECKSUMS, which is one of them.
subjects=$(find . -maxdepth 1 -type f -print0 | cat - <(find npm pypi sbom maven -type f \( -name '*.tgz' -o -name '*.whl' -o -name '*.tar.gz' \
  -o -name '*.jar' -o -name '*.pom' -o -name '*.json' \) -print0) | xargs -0 sha256sum | sed 's|  \./|  |' | LC_ALL=C sort --key 2)
[ "$(wc -l <<<"$subjects")" -le $LIMIT ] || fail "More than $LIMIT files to attest."
printf '%s\n' "$subjects"
