resource "coffer_bucket" "uploads" {
  max_size    = provider::coffer::parse_size("5GiB")
  description = "Files that visitors send us"
}

output "uploads" {
  value = {
    bucket   = coffer_bucket.uploads.alias
    endpoint = coffer_bucket.uploads.endpoint
  }
}
