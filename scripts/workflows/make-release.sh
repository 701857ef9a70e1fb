#!/usr/bin/env bash
# Makes and checks a signed release: make-release.sh VERSION, with the key in GPG_PRIVATE_KEY and GPG_PASSPHRASE.
set -euo pipefail
version=$1

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT
echo 'default-cache-ttl 7200' >"$GNUPGHOME/gpg-agent.conf"
gpg --batch --quiet --import <<<"$GPG_PRIVATE_KEY"
fingerprint=$(gpg --batch --with-colons --list-secret-keys | awk -F: '/^fpr:/ { print $10; exit }')
# The agent asks for the passphrase once, here; what signs later finds it unlocked.
: > "$GNUPGHOME/unlock"
gpg --batch --quiet --pinentry-mode loopback --passphrase-fd 3 --local-user "$fingerprint" \
  --detach-sign --output /dev/null "$GNUPGHOME/unlock" 3<<<"$GPG_PASSPHRASE"
unset GPG_PRIVATE_KEY GPG_PASSPHRASE

npm run release -- --version "$version" --key "$fingerprint"
npm run release:check
