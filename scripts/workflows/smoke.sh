#!/bin/sh
# Tries the provider of a release on this machine: smoke.sh FOLDER, with the variables of the provider for an emulator. Needs a shell and
# Terraform, and nothing else: the image of Terraform has no more.
set -eu
folder=$(cd "$1" && pwd)
command -v cygpath >/dev/null && folder=$(cygpath --mixed "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >cli.tfrc <<SETTINGS
provider_installation {
  filesystem_mirror {
    path = "$folder/mirrors/packed"
  }
}
SETTINGS
cat >main.tf <<'CONFIGURATION'
terraform {
  required_providers {
    coffer = { source = "coffer/coffer" }
  }
}

provider "coffer" {}

resource "coffer_secret" "smoke" {
  name             = "smoke"
  value_wo         = "smoke"
  value_wo_version = "1"
}

resource "coffer_bucket" "smoke" {
  max_size = provider::coffer::parse_size("1GiB")
}
CONFIGURATION
export TF_CLI_CONFIG_FILE="$work/cli.tfrc" TF_IN_AUTOMATION=1 CHECKPOINT_DISABLE=1
command -v cygpath >/dev/null && TF_CLI_CONFIG_FILE=$(cygpath --mixed "$TF_CLI_CONFIG_FILE")

terraform init -input=false -no-color
terraform apply -input=false -no-color -auto-approve
terraform plan -input=false -no-color -detailed-exitcode
terraform destroy -input=false -no-color -auto-approve
