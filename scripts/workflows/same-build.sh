#!/usr/bin/env bash
# Compares the lists of files of two builds of one release: same-build.sh CHECKSUMS CHECKSUMS. Names what differs, and ends with 1 then.
set -euo pipefail
[ -s "$1" ] && [ -s "$2" ] || {
  echo 'A build has no list of its files.' >&2
  exit 1
}
if ! differing=$(diff <(sort --key 2 "$1") <(sort --key 2 "$2")); then
  echo 'Two builds of this commit differ, so nobody signs one of them:' >&2
  sed -n 's/^[<>] [0-9a-f]\{64\}  //p' <<<"$differing" | sort -u >&2
  exit 1
fi
