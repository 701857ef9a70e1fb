resource "scratch_integer" "port" {
  min = 20000
  max = 29999
}
