# docs: parsed only: needs Terraform 1.12 or OpenTofu 1.12
import {
  to       = coffer_pull_secret.image
  identity = { id = "pull-secret-5b77" }
}
