# docs: parsed only: needs Terraform 1.12 or OpenTofu 1.12
import {
  to       = coffer_bucket.media
  identity = { id = "bucket-7a20" }
}
