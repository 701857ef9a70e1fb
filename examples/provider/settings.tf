# With arguments

variable "coffer_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

variable "coffer_base_url" {
  type    = string
  default = "https://api.example.com/v1"
}

provider "coffer" {
  base_url        = var.coffer_base_url
  token           = var.coffer_token
  project_id      = "project-1"
  request_timeout = "45s"
}
