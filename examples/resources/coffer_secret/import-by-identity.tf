# docs: parsed only: needs Terraform 1.12 or OpenTofu 1.12
import {
  to       = coffer_secret.session
  identity = { id = "secret-4e1d" }
}
