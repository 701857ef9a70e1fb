resource "coffer_bucket" "uploads" {
  max_size = provider::coffer::parse_size("5GiB")
}

resource "coffer_access_key" "reader" {
  bucket_ids  = [coffer_bucket.uploads.id]
  permissions = { read = true }

  lifecycle {
    create_before_destroy = true
  }
}
