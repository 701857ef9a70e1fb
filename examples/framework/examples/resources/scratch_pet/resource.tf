resource "scratch_pet" "server" {
  keepers = {
    image = "debian-13"
  }
  length = 3
}
