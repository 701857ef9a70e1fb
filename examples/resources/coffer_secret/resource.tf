variable "db_password" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "coffer_secret" "db_password" {
  name             = "db-password"
  value_wo         = var.db_password # sent, never stored
  value_wo_version = "1"             # change it to send the value again
}
