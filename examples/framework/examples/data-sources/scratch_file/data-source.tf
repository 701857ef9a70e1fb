data "scratch_file" "config" {
  path = "config.json"
}
