ephemeral "scratch_password" "admin" {
  length = 32
}
