# A module as practitioners have them beside their programs.
variable "stage" {
  type = string
}

variable "bucket" {
  type = string
}

output "secret_name" {
  value = lower("${var.stage}-uploads")
}

output "description" {
  value = "of ${var.bucket}"
}
