variable "ghcr_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_secret" "docker_config" {
  name = "docker-config"
  value_wo = provider::coffer::docker_config_json([
    { server = "ghcr.io", username = "octocat", password = var.ghcr_token },
  ])
  value_wo_version = "1"
}
