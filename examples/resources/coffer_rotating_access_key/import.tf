import {
  to = coffer_rotating_access_key.media
  id = "key-91c3" # the id of the current key
}

resource "coffer_rotating_access_key" "media" {
  bucket_ids  = ["bucket-7a20"]
  permissions = { read = true }
}
