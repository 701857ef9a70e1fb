resource "coffer_bucket" "uploads" {
  max_size = provider::coffer::parse_size("10GiB")
}

output "parsed" {
  value = {
    powers_of_1024 = provider::coffer::parse_size("10GiB")  # 10737418240
    powers_of_1000 = provider::coffer::parse_size("1.5 GB") # 1500000000
  }
}
