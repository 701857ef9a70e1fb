resource "coffer_bucket" "uploads" {
  max_size = provider::coffer::parse_size("5GiB")
}

ephemeral "coffer_access_key" "seeding" {
  bucket_ids  = [coffer_bucket.uploads.id]
  permissions = { write = true }
}

# For the time of this command, for a provider or a provisioner that uploads something.
locals {
  credentials = {
    endpoint   = ephemeral.coffer_access_key.seeding.endpoint
    access_key = ephemeral.coffer_access_key.seeding.access_key_id
    secret_key = ephemeral.coffer_access_key.seeding.secret_access_key
  }
}
