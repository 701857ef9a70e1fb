# docs: needs Terraform 1.12
import {
  to       = coffer_bucket.media
  identity = { id = "bucket-7a20" }
}

resource "coffer_bucket" "media" {
  max_size = provider::coffer::parse_size("1GiB")
}
