# Without a version

variable "api_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_secret" "api_key" {
  name             = "api-key"
  value_wo         = var.api_key
  change_detection = "fingerprint"
}
