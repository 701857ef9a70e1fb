# Protected from being destroyed

variable "signing_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_secret" "signing_key" {
  name                = "signing-key"
  value_wo            = var.signing_key
  value_wo_version    = "1"
  deletion_protection = true # also when this block is deleted
}
