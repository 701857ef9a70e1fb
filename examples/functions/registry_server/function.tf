output "servers" {
  value = {
    github     = provider::coffer::registry_server("ghcr.io/acme/web:1.4") # "ghcr.io"
    docker_hub = provider::coffer::registry_server("acme/web")             # "https://index.docker.io/v1/"
  }
}
