import {
  to = coffer_access_key.media
  id = "key-91c3"
}

resource "coffer_access_key" "media" {
  bucket_ids  = ["bucket-7a20"]
  permissions = { read = true }
}
