resource "coffer_bucket" "uploads" {
  max_size = provider::coffer::parse_size("5GiB")
}

resource "coffer_rotating_access_key" "app" {
  bucket_ids       = [coffer_bucket.uploads.id]
  permissions      = { read = true, write = true }
  overlap          = "72h"
  rotation_trigger = { month = "2026-11" } # change it to rotate

  store_in = {
    secret_name = "uploads-key"
    format      = "json"
  }
}
