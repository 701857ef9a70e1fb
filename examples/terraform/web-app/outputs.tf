output "pull_secret_id" {
  description = "For pull_secret_id of an app."
  value       = coffer_pull_secret.image.id
  sensitive   = true
}

output "uploads_bucket" {
  description = "Bucket name for S3 clients."
  value       = coffer_bucket.uploads.alias
  sensitive   = true
}

output "uploads_endpoint" {
  description = "Endpoint for S3 clients."
  value       = coffer_bucket.uploads.endpoint
  sensitive   = true
}

output "uploads_reader" {
  description = "Credentials that download and list."
  sensitive   = true
  value = {
    access_key_id     = coffer_access_key.reader.access_key_id
    secret_access_key = coffer_access_key.reader.secret_access_key
    endpoint          = coffer_access_key.reader.endpoint
  }
}

output "uploads_writer" {
  description = "Credentials that upload, overwrite and delete."
  sensitive   = true
  value = {
    access_key_id     = coffer_access_key.writer.access_key_id
    secret_access_key = coffer_access_key.writer.secret_access_key
    endpoint          = coffer_access_key.writer.endpoint
  }
}
