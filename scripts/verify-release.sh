#!/usr/bin/env bash
# Verifies a release of Coffer: verify-release.sh --key FINGERPRINT [--offline] VERSION|FOLDER (docs/guides/install.md).
#
# VERSION: downloads the release from GitHub, and the same files as npm, PyPI and Maven Central serve them, to coffer-VERSION/, and asks for the
# digests of the images. FOLDER: verifies the files in it. Every file has to be in the list that the key signed, with its hash, and the release's
# workflow has to have attested that list. Names each fault, and ends with 1 if there is one. `--offline` asks no public log, so it verifies
# everything except the attestation, and says so. Needs gpg, and gh and curl but for --offline.
set -euo pipefail

REPOSITORY=coffer/terraform-provider-coffer
USAGE='verify-release.sh --key FINGERPRINT [--offline] VERSION|FOLDER'

faults=0
fault() {
  echo "FAULT: $1"
  faults=$((faults + 1))
}

stop() {
  echo "$1" >&2
  exit 2
}

key='' offline='' what=''
while [ $# -gt 0 ]; do
  case $1 in
  --key)
    key=$(tr -d ' ' <<<"${2:-}" | tr '[:lower:]' '[:upper:]')
    shift
    ;;
  --offline) offline=yes ;;
  -*) stop "$1 is no option. $USAGE" ;;
  *) what=$1 ;;
  esac
  shift || stop "$USAGE"
done
[ -n "$what" ] || stop "$USAGE"
[[ $key =~ ^[0-9A-F]{40}$ ]] || stop "Name the whole fingerprint of the key, 40 digits: $USAGE"

needs() {
  command -v "$1" >/dev/null || stop "$1 is needed $2."
}
needs gpg 'to verify signatures'
if [ -z "$offline" ]; then
  needs gh 'to verify the attestation; --offline leaves that out, and says so'
  needs curl 'to ask whether the key is revoked; --offline leaves that out, and says so'
fi

if command -v sha256sum >/dev/null; then sum() { sha256sum "$1" | cut -c 1-64; }; else sum() { shasum -a 256 "$1" | cut -c 1-64; }; fi

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill gpg-agent >/dev/null 2>&1; rm -rf "$GNUPGHOME"' EXIT

# Whether the key of --key signed a file, and may sign. Names a fault otherwise: signed_by SIGNATURE FILE.
signed_by() {
  local status signer
  if ! [ -f "$1" ]; then
    fault "$1 is missing, so nobody vouches for $2"
    return 1
  fi
  status=$(gpg --batch --no-autostart --status-fd 1 --verify "$1" "$2" 2>/dev/null) || true
  signer=$(sed -n 's/^\[GNUPG:\] VALIDSIG .* \([0-9A-F]\{40\}\)$/\1/p' <<<"$status")
  if grep -q '^\[GNUPG:\] \(REVKEYSIG\|EXPKEYSIG\|EXPSIG\)' <<<"$status"; then
    fault "$2 is signed by a key that is revoked or has expired"
  elif grep -q '^\[GNUPG:\] NO_PUBKEY' <<<"$status"; then
    fault "$2 is signed by a foreign key: $(sed -n 's/^\[GNUPG:\] NO_PUBKEY //p' <<<"$status"), not $key"
  elif [ -z "$signer" ]; then
    fault "the signature of $2 does not fit"
  elif [ "$signer" != "$key" ]; then
    fault "$2 is signed by a foreign key: $signer, not $key"
  else
    return 0
  fi
  return 1
}

attested() {
  [ -z "$offline" ] || return 0
  gh attestation verify "$1" --repo "$REPOSITORY" --signer-workflow "$REPOSITORY/.github/workflows/release.yml" \
    --source-ref "refs/tags/v$version" --deny-self-hosted-runners >/dev/null 2>&1 ||
    fault "the workflow of the release v$version has not attested $1"
}

# The lines of CHECKSUMS whose paths fit a pattern, as paths.
listed() {
  cut -c 67- CHECKSUMS | grep -E "$1" || true
}

# The hashes that CHECKSUMS has for files of a name, in any folder.
hashes_of() {
  awk -v name="$1" '{ path = substr($0, 67); sub(/.*\//, "", path) } path == name { print substr($0, 1, 64) }' CHECKSUMS
}

fetch() {
  mkdir -p "$(dirname "$2")"
  curl --fail --silent --show-error --location --output "$2" "$1" || fault "$2 cannot be downloaded from $1"
}

# What registries serve, in the folders of the release.
fetch_packages() {
  local path name file url token digest
  for path in $(listed '^npm/.*\.tgz$'); do
    file=${path#npm/}
    fetch "https://registry.npmjs.org/${file%-"$version".tgz}/-/$file" "$path"
  done
  for path in $(listed '^pypi/'); do
    file=${path#pypi/}
    name=$(tr _ - <<<"${file%%-"$version"*}")
    url=$(curl --fail --silent --show-error --location "https://pypi.org/simple/$name/" | tr '"' '\n' | grep -F "/$file" | head -n 1) || true
    if [ -n "$url" ]; then fetch "${url%%#*}" "$path"; else fault "$path is not on PyPI"; fi
  done
  for path in $(listed '^maven/.*\.(jar|pom|asc)$'); do
    fetch "https://repo1.maven.org/maven2/${path#maven/}" "$path"
  done
  [ -f IMAGES ] || return 0
  while IFS=@ read -r name digest; do
    token=$(curl --fail --silent --show-error "https://ghcr.io/token?scope=repository:${name#ghcr.io/}:pull" | sed 's/.*"token":"\([^"]*\)".*/\1/') || true
    served=$(curl --fail --silent --show-error --head --header "Authorization: Bearer $token" --header 'Accept: application/vnd.oci.image.index.v1+json' \
      "https://ghcr.io/v2/${name#ghcr.io/}/manifests/$version" | tr -d '\r' | sed -n 's/^[Dd]ocker-[Cc]ontent-[Dd]igest: //p') || true
    if [ "$served" = "$digest" ]; then attested "oci://$name@$digest"; else fault "the image $name:$version is ${served:-not there}, not $digest"; fi
  done <IMAGES
}

if [ -d "$what" ]; then
  cd "$what"
  downloaded=''
  [ -f CHECKSUMS ] || stop "$what has no CHECKSUMS, which lists the files of a release. Download it, CHECKSUMS.sig and signing-key.asc, too."
  version=$(listed '^terraform-provider-coffer_[^/]*_SHA256SUMS$' | sed 's/^terraform-provider-coffer_//; s/_SHA256SUMS$//')
else
  [ -z "$offline" ] || stop "Without a network, name the folder with the files, not $what."
  downloaded=yes
  version=${what#v}
  mkdir "coffer-$version" || stop "coffer-$version is there already. Delete it, or verify it as a folder."
  cd "coffer-$version"
  gh release download "v$version" --repo "$REPOSITORY" || stop "GitHub has no release v$version of $REPOSITORY."
fi

# 1. The key, then the list that it signed. Nothing is believed before.
if ! gpg --batch --quiet --no-autostart --import signing-key.asc 2>/dev/null; then fault 'signing-key.asc is missing, or no key'; fi
# A revocation is not in the release that the key signed.
served=''
[ -n "$offline" ] || served=$(curl --fail --silent "https://keys.openpgp.org/vks/v1/by-fingerprint/$key") || true
[ -z "$served" ] || gpg --batch --quiet --no-autostart --import <<<"$served" 2>/dev/null || true
signed_by CHECKSUMS.sig CHECKSUMS || {
  echo 'Nothing else was looked at: the list of the files cannot be trusted.'
  exit 1
}
[ "terraform-provider-coffer_${version}_SHA256SUMS" = "$(listed '^terraform-provider-coffer_[^/]*_SHA256SUMS$')" ] ||
  fault "CHECKSUMS is of another version than $version"
attested CHECKSUMS

# 2. Everything that a registry serves. What GitHub serves was downloaded before; nothing of it may be missing.
if [ -n "$downloaded" ]; then
  for path in $(listed '^(sbom/)?[^/]+$'); do
    [ -f "${path#sbom/}" ] || [ "$path" = RELEASE_NOTES.md ] || fault "${path#sbom/} is missing from the release on GitHub"
  done
  fetch_packages
fi

# 3. Every file against the list: by its path, or by its name if somebody downloaded it alone.
verified=0
while IFS= read -r file; do
  case $file in CHECKSUMS | CHECKSUMS.sig) continue ;; esac
  said=$(awk -v path="$file" 'substr($0, 67) == path { print substr($0, 1, 64) }' CHECKSUMS)
  [ -n "$said" ] || said=$(hashes_of "${file##*/}")
  if [ -z "$said" ]; then
    fault "$file is no file of the release $version"
  elif ! grep --quiet --line-regexp "$(sum "$file")" <<<"$said"; then
    fault "$file was changed: its hash is not the one that was signed"
  else
    verified=$((verified + 1))
  fi
done < <(find . -type f | cut -c 3- | LC_ALL=C sort)

# 4. What others verify: the registries of Terraform and OpenTofu, Maven Central.
sums=terraform-provider-coffer_${version}_SHA256SUMS
[ ! -f "$sums" ] || signed_by "$sums.sig" "$sums" || true
while IFS= read -r file; do signed_by "$file.asc" "$file" || true; done < <(find . -path './maven/*' -type f \( -name '*.jar' -o -name '*.pom' \) | cut -c 3-)

# 5. A bill of materials names the file that it is about, by its hash.
while IFS= read -r bill; do
  artefact=$(basename "$bill" .cdx.json)
  about=$(sed -n '/^    "component": {$/,/^    }/s/.*"content": *"\([0-9a-f]\{64\}\)".*/\1/p' "$bill" | head -n 1)
  said=$(hashes_of "$artefact")
  [ -z "$said" ] || grep --quiet --line-regexp "$about" <<<"$said" || fault "${bill#./} is about another file than $artefact"
done < <(find . -name '*.cdx.json')

if [ "$faults" -gt 0 ]; then
  echo "Coffer $version has faults ($faults). Do not use it, and report it: https://github.com/$REPOSITORY/security"
  exit 1
fi
echo "Coffer $version: $verified files are those that $key signed."
if [ -n "$offline" ]; then
  echo 'Not verified: that the workflow of the release built them, and that the key is not revoked (--offline).'
else
  [ -n "$served" ] || echo 'Not verified: that the key is not revoked. The key server did not answer.'
  echo "Attested by the release workflow of $REPOSITORY at v$version."
fi
