terraform {
  required_providers {
    scratch = {
      source = "example/scratch"
    }
  }
}

resource "scratch_file" "hello" {
  path    = "hello.txt"
  content = "Hello"
}
