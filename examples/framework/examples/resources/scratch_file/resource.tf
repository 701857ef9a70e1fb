ephemeral "scratch_password" "admin" {}

resource "scratch_file" "admin" {
  path               = "admin-password.txt"
  content_wo         = ephemeral.scratch_password.admin.result
  content_wo_version = 1
}
