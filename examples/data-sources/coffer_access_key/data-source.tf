data "coffer_access_key" "media" {
  access_key_id = "GK91c3"
}

output "media_key_may" {
  value = data.coffer_access_key.media.permissions
}
