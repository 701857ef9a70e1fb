terraform {
  required_providers {
    coffer = {
      source  = "coffer/coffer"
      version = "~> 0.1.0"
    }
  }
}

# Address, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID.
provider "coffer" {}
