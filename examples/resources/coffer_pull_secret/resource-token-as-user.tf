# A registry whose user name is the token, too

variable "registry_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_pull_secret" "image" {
  server              = "registry.digitalocean.com"
  username_wo         = var.registry_token
  password_wo         = var.registry_token
  password_wo_version = "2026-11"
}
