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
  plan -out="$work/rest.bin" || retires "$work/rest.bin" || fail 'the plan after the apply is not empty'
}

# Whether a plan does nothing but retire previous access keys, whose overlap is over: an apply that rotates a key leaves that to the next apply.
retires() {
  changes=$("$terraform" show -no-color "$1" | sed '/^Changes to Outputs:/,$d' | grep -E '^.{0,4}(resource|data) "|^ {6}[-+~]') || return 1
  if echo "$changes" | grep -qvE '^  ~ resource "coffer_rotating_access_key" |^ {6}- previous '; then return 1; fi
  echo 'coffer-plan: the next apply retires a previous access key'
}

fetch() {
  if command -v curl >/dev/null; then
    curl --silent --show-error --max-time 10 ${COFFER_CA_CERT_FILE:+--cacert "$COFFER_CA_CERT_FILE"} "$1" 2>&1
  else
    wget -q -T 10 -O - "$1" 2>&1
  fi
}

# A rehearsal changes what is at COFFER_BASE_URL, so it asks first, for at most 30 seconds. The provider asks again, for each command.
find_emulator() {
  [ -n "${COFFER_BASE_URL:-}" ] || fail 'COFFER_BASE_URL is not set. A rehearsal needs the address of an emulator.'
  tries=0
  until answer=$(fetch "${COFFER_BASE_URL%/}/_emulator/health"); do
    tries=$((tries + 1))
    [ "$tries" -lt 30 ] || fail "nothing responds at $COFFER_BASE_URL: $answer"
    sleep 1
  done
  case $answer in
    *'"product":"coffer-emulator"'*) export COFFER_REQUIRE_EMULATOR=1 ;;
    *) fail "$COFFER_BASE_URL is not an emulator, so nothing was done. A rehearsal needs COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID of an emulator." ;;
  esac
}

if [ -n "${COFFER_PLAN_ATTACHED:-}" ]; then
  run
  exit
fi

case $mode in
  plan | apply) ;;
  rehearse)
    find_emulator
    # A state, a selection of providers and a backend of its own: the real state is neither read nor written.
    export TF_DATA_DIR="$work/data"
    override=coffer-plan_override.tf
    [ ! -e "$override" ] || fail "$override is there already. A rehearsal writes and removes a file of this name."
    trap 'rm -rf "$override" "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    rm -rf "$work"
    mkdir -p "$TF_DATA_DIR"
    path="$work/state" workspaces="$work/workspaces"
    printf 'terraform {\n  backend "local" {\n    path          = "%s"\n    workspace_dir = "%s"\n  }\n}\n' "$path" "$workspaces" >"$override"
    # As if this backend had been chosen before: otherwise init asks whether to copy a local state that lies in the folder.
    printf '{"version": 3, "backend": {"type": "local", "config": {"path": "%s", "workspace_dir": "%s"}, "hash": 0}}' \
      "$path" "$workspaces" >"$TF_DATA_DIR/terraform.tfstate"
    ;;
  *) fail "unknown mode \"$mode\". Use plan, apply or rehearse." 2 ;;
esac
mkdir -p "$work"
# Git ignores the folder, which keeps the plan.
echo '*' >"$work/.gitignore"

"$terraform" init -no-color -lockfile=readonly ||
  fail 'init failed, see above. If it is about the lock file, commit one that names this platform: terraform providers lock -platform=… In the folder of a synthesized stack, copy it there after the synthesis.'
provider=$(find -L "${TF_DATA_DIR:-.terraform}/providers" -name 'terraform-provider-coffer_v*' -type f | head -n 1)
[ -n "$provider" ] || fail 'the configuration does not use the provider coffer/coffer.'
COFFER_PLAN_ATTACHED=1 "$provider" attach -- sh "$0" "$mode"
