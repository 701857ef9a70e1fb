# docs: parsed only: needs Terraform 1.12 or OpenTofu 1.12
import {
  to       = coffer_access_key.media
  identity = { id = "key-91c3" }
}
