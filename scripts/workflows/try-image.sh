#!/usr/bin/env bash
# Starts what an image of a release is for, before it is pushed: try-image.sh IMAGE.
set -euo pipefail
image=$1

case $image in
*coffer-emulator)
  container=$(docker run --detach --env COFFER_EMULATOR_TOKEN=tried "$image")
  trap 'docker rm --force "$container" >/dev/null' EXIT
  for _ in $(seq 60); do
    status=$(docker inspect --format '{{.State.Health.Status}}' "$container")
    [ "$status" = healthy ] && exit 0
    sleep 1
  done
  docker logs "$container" >&2
  echo "$image is $status after a minute." >&2
  exit 1
  ;;
*terraform-provider-coffer)
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  printf 'FROM hashicorp/terraform:1.15.5\nCOPY --from=%s /usr/share/terraform /usr/share/terraform\n' "$image" >"$work/Dockerfile"
  docker build --quiet --tag coffer-tried "$work"
  # Shows the schema, so it starts the provider; nothing is downloaded.
  printf 'terraform {\n  required_providers {\n    coffer = { source = "coffer/coffer" }\n  }\n}\n' >"$work/main.tf"
  docker run --rm --network none --volume "$work:/stack" --workdir /stack --entrypoint sh coffer-tried \
    -c 'terraform init -no-color && terraform providers schema -json >/dev/null'
  ;;
*)
  echo "Nobody knows how to try $image." >&2
  exit 2
  ;;
esac
