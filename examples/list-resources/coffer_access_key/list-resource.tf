# docs: needs Terraform 1.14
list "coffer_access_key" "ours" {
  provider = coffer

  config {
    name_regex = "^GK"
  }
}
