# What a web application needs around it: two secrets, access to its private image, and storage for uploads.

terraform {
  required_version = ">= 1.11"

  required_providers {
    coffer = {
      source  = "coffer/coffer"
      version = "~> 0.1.0"
    }
  }
}

# URL, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID.
provider "coffer" {}

resource "coffer_secret" "payment_api_key" {
  name             = "payment-api-key"
  value_wo         = var.payment_api_key
  value_wo_version = var.payment_api_key_version
}

resource "coffer_secret" "session_secret" {
  name             = "session-secret"
  value_wo         = var.session_secret
  value_wo_version = var.session_secret_version
}

resource "coffer_pull_secret" "image" {
  server              = "ghcr.io"
  username            = var.ghcr_username
  password_wo         = var.ghcr_token
  password_wo_version = var.ghcr_token_version
}

resource "coffer_bucket" "uploads" {
  max_size    = 5 * 1024 * 1024 * 1024
  description = "Files that visitors send us"
}

# A key has one set of permissions for all its buckets, so reading and writing are two keys.
resource "coffer_access_key" "reader" {
  bucket_ids  = [coffer_bucket.uploads.id]
  permissions = { read = true }

  lifecycle {
    create_before_destroy = true
  }
}

resource "coffer_access_key" "writer" {
  bucket_ids  = [coffer_bucket.uploads.id]
  permissions = { write = true }

  lifecycle {
    create_before_destroy = true
  }
}
