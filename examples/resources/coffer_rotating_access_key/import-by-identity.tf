# docs: needs Terraform 1.12
import {
  to       = coffer_rotating_access_key.media
  identity = { id = "key-91c3" }
}

resource "coffer_rotating_access_key" "media" {
  bucket_ids  = ["bucket-7a20"]
  permissions = { read = true }
}
