terraform import coffer_bucket.media bucket-7a20
terraform import coffer_bucket.media alias:media
