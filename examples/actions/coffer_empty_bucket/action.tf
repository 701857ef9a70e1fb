# docs: needs Terraform 1.14
# terraform apply -invoke=action.coffer_empty_bucket.media
action "coffer_empty_bucket" "media" {
  config {
    bucket_id = "bucket-7a20"
  }
}
