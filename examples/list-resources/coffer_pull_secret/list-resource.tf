# docs: needs Terraform 1.14
# Only where the service lists pull secrets: pull_secret_api = "full".
list "coffer_pull_secret" "all" {
  provider = coffer
}
