# Protected from being destroyed

resource "coffer_bucket" "invoices" {
  max_size            = provider::coffer::parse_size("10GiB")
  deletion_protection = true # also when this block is deleted
}
