#!/usr/bin/env bash
# Prints the package URL of everything in the image that a Dockerfile is based on: image-packages.sh DOCKERFILE. Debian's packages, Node, and
# the npm packages that come with it.
set -euo pipefail
image=$(awk '$1 == "FROM" { base = $2 } END { print base }' "$1")

docker run --rm --entrypoint dpkg-query "$image" --show --showformat \
  'pkg:deb/debian/${Package}@${Version}?arch=${Architecture}&distro=bookworm&upstream=${source:Package}@${source:Version}\n'
docker run --rm --entrypoint node "$image" --print '`pkg:github/nodejs/node@${process.version}`'
docker run --rm --interactive --entrypoint node "$image" - <<'SCRIPT'
const { readdirSync, readFileSync } = require('node:fs');
// npm and corepack, and yarn.
for (const top of ['/usr/local/lib/node_modules', '/opt']) {
  for (const path of readdirSync(top, { recursive: true }).filter((name) => /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(name))) {
    const { name, version } = JSON.parse(readFileSync(`${top}/${path}`, 'utf8'));
    if (name && version) console.log(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
}
SCRIPT
