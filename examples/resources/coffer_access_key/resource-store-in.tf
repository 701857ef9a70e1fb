# Secret half out of state

resource "coffer_bucket" "uploads" {
  max_size = provider::coffer::parse_size("5GiB")
}

resource "coffer_access_key" "writer" {
  bucket_ids  = [coffer_bucket.uploads.id]
  permissions = { write = true }

  store_in = {
    secret_name = "uploads-writer"
    format      = "env"
  }
}

# Null: the secret half is in the key/value secret with this id.
output "writer_secret_id" {
  value = coffer_access_key.writer.secret_id
}
