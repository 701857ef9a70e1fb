import {
  to = coffer_bucket.media
  id = "alias:media" # or the id
}

resource "coffer_bucket" "media" {
  max_size = provider::coffer::parse_size("1GiB")
}
