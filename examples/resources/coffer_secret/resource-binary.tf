# Binary data

variable "keystore_base64" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_secret" "keystore" {
  name             = "keystore"
  value_wo         = var.keystore_base64
  value_wo_version = "1"
  value_encoding   = "base64"
}
