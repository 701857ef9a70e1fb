# docs: needs Terraform 1.14
# terraform apply -invoke=action.coffer_revoke_access_key.leaked
action "coffer_revoke_access_key" "leaked" {
  config {
    access_key_id = "GK91c3"
  }
}
