#!/usr/bin/env bash
# Publishes the Python packages of a release: publish-pypi.sh FOLDER. What is there already is left alone, but has to be the same.
set -euo pipefail
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT

# One program without dependencies, known by its hash.
python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes --target "$tools" \
  --requirement "$(dirname "$0")/publish-pypi.txt"
"$tools/bin/uv" publish --trusted-publishing always --check-url https://pypi.org/simple/ "$1"/*.whl "$1"/*.tar.gz
