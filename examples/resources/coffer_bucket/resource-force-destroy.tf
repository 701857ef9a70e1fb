# Emptied when it is destroyed

resource "coffer_bucket" "scratch" {
  max_size      = provider::coffer::parse_size("1GiB")
  force_destroy = true # deletes every object in it, for good
}
