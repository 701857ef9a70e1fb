#!/usr/bin/env bash
# Publishes the Java packages of a signed release to Maven Central: publish-maven.sh FOLDER, with a user token in MAVEN_USERNAME and MAVEN_PASSWORD.
# One upload has all packages, so all are published or none. Versions that are there already are left alone, but have to be the same.
set -euo pipefail
cd "$1"
: "${PORTAL:=https://central.sonatype.com}" "${REPOSITORY:=https://repo1.maven.org/maven2}" "${PAUSE_SECONDS:=15}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

there=0 missing=0
while IFS= read -r pom; do
  if curl --fail --silent --location --output "$work/pom" "$REPOSITORY/$pom"; then
    cmp --silent "$work/pom" "$pom" || {
      echo "$pom is published with other bytes. See internals/publishing.md, \"If it stops half way\"." >&2
      exit 1
    }
    there=$((there + 1))
  else
    missing=$((missing + 1))
  fi
done < <(find . -name '*.pom' | cut -c 3-)
if [ "$missing" -eq 0 ]; then
  echo "$there packages are published already"
  exit 0
fi

# The token goes to curl by a file: arguments can be read by every process.
printf 'header = "Authorization: Bearer %s"\n' "$(printf '%s:%s' "$MAVEN_USERNAME" "$MAVEN_PASSWORD" | base64 --wrap=0)" >"$work/token"
ask() { curl --fail-with-body --silent --show-error --config "$work/token" "$@"; }

zip --quiet --no-dir-entries --recurse-paths "$work/bundle.zip" .
id=$(ask --form "bundle=@$work/bundle.zip" "$PORTAL/api/v1/publisher/upload?publishingType=AUTOMATIC&name=coffer")
echo "Deployment $id"
while true; do
  status=$(ask --request POST "$PORTAL/api/v1/publisher/status?id=$id")
  case $(jq --raw-output .deploymentState <<<"$status") in
  PUBLISHING | PUBLISHED) break ;;
  FAILED)
    jq .errors <<<"$status" >&2
    echo "Maven Central refused deployment $id. Drop it in the portal." >&2
    exit 1
    ;;
  esac
  sleep "$PAUSE_SECONDS"
done
