# More time

resource "coffer_bucket" "archive" {
  max_size      = provider::coffer::parse_size("100GiB")
  force_destroy = true

  timeouts = {
    create = "10m"
    delete = "6h" # emptying millions of objects; apply it before the destroy that it is for
  }
}
