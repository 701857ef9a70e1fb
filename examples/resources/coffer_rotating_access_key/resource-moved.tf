# From a plain access key

variable "archive_bucket_id" {
  type    = string
  default = "bucket-7a20"
}

resource "coffer_rotating_access_key" "archive" {
  bucket_ids  = [var.archive_bucket_id]
  permissions = { read = true }
}

moved {
  from = coffer_access_key.archive # its key stays, as current
  to   = coffer_rotating_access_key.archive
}
