variable "ghcr_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_pull_secret" "image" {
  server              = "ghcr.io"
  username            = "octocat"
  password_wo         = var.ghcr_token
  password_wo_version = "1"
}

# What an app refers to as pull_secret_id.
output "pull_secret_id" {
  value = coffer_pull_secret.image.id
}
