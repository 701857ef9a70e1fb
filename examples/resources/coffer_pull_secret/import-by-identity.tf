# docs: needs Terraform 1.12
variable "ghcr_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

import {
  to       = coffer_pull_secret.image
  identity = { id = "pull-secret-5b77" }
}

resource "coffer_pull_secret" "image" {
  server      = "ghcr.io"
  username    = "octocat"
  password_wo = var.ghcr_token
}
