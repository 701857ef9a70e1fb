terraform {
  required_providers {
    scratch = {
      source = "example/scratch"
    }
  }
}

provider "scratch" {}
