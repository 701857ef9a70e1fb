# docs: needs Terraform 1.14
list "coffer_bucket" "media" {
  provider = coffer

  config {
    name_regex = "^media"
  }
}
