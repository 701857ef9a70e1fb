resource "coffer_bucket" "uploads" {
  max_size = provider::coffer::parse_size("5GiB")
}

resource "coffer_access_key" "writer" {
  bucket_ids  = [coffer_bucket.uploads.id]
  permissions = { write = true }
}

output "environment" {
  sensitive = true
  value = provider::coffer::s3_environment(
    coffer_bucket.uploads.endpoint,
    null, # us-east-1
    coffer_bucket.uploads.alias,
    coffer_access_key.writer.access_key_id,
    coffer_access_key.writer.secret_access_key,
  )
}
