data "coffer_bucket" "media" {
  alias = "media"
}

resource "coffer_access_key" "media_reader" {
  bucket_ids  = [data.coffer_bucket.media.id]
  permissions = { read = true }
}
