# Behind a gateway, with an S3 endpoint of the internal network

variable "gateway_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

provider "coffer" {
  headers = {
    "X-Gateway-Key" = var.gateway_key
  }

  s3_endpoint   = "https://s3.internal.example"
  s3_addressing = "virtual"
}
