# docs: needs Terraform 1.14
list "coffer_secret" "session" {
  provider = coffer

  config {
    name_regex = "^session-"
  }
}
