#!/bin/sh
# Plans, applies or rehearses the configuration in this folder: coffer-plan.sh plan|apply|rehearse. One provider process serves all commands of
# Terraform (attach). README.md explains the modes and the variables COFFER_PLAN_….
set -eu
mode=${1:-plan}
terraform=${COFFER_PLAN_TERRAFORM:-terraform}
work=.coffer-plan
export TF_IN_AUTOMATION=1 TF_INPUT=0

fail() {
  echo "coffer-plan: $1" >&2
  exit "${2:-1}"
}

# Ends with 0 when nothing is to do and with 2 when something is, as Terraform does.
plan() {
  set +e
  "$terraform" plan -no-color -detailed-exitcode "$@"
  code=$?
  set -e
  [ "$code" = 0 ] || [ "$code" = 2 ] || exit "$code"
  return "$code"
}

say() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "$1=$2" >>"$GITHUB_OUTPUT"; fi
  echo "coffer-plan: $1=$2"
}

run() {
  changes=false
  plan -out="$work/plan.bin" || changes=true
  "$terraform" show -no-color "$work/plan.bin" >"$work/plan.txt"
  say changes "$changes"
  if [ "$mode" = plan ] || [ "$changes" = false ]; then return; fi
  "$terraform" apply -no-color "$work/plan.bin"
  plan || fail 'the plan after the apply is not empty'
}

if [ -n "${COFFER_PLAN_ATTACHED:-}" ]; then
  run
  exit
fi

case $mode in
  plan | apply) ;;
  rehearse)
    # A state, a selection of providers and a backend of its own: the real state is neither read nor written.
    export TF_DATA_DIR="$work/data"
    override=coffer-plan_override.tf
    [ ! -e "$override" ] || fail "$override is there already. A rehearsal writes and removes a file of this name."
    trap 'rm -rf "$override" "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    rm -rf "$work"
    printf 'terraform {\n  backend "local" {\n    path = "%s/state"\n  }\n}\n' "$work" >"$override"
    ;;
  *) fail "unknown mode \"$mode\". Use plan, apply or rehearse." 2 ;;
esac
mkdir -p "$work"

"$terraform" init -no-color -lockfile=readonly || fail 'terraform init failed. The lock file must name this platform: terraform providers lock -platform=…'
provider=$(find -L "${TF_DATA_DIR:-.terraform}/providers" -name 'terraform-provider-coffer_v*' -type f | head -n 1)
[ -n "$provider" ] || fail 'the configuration does not use the provider coffer/coffer.'
COFFER_PLAN_ATTACHED=1 "$provider" attach -- sh "$0" "$mode"
