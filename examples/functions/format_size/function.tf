output "formatted" {
  value = {
    round = provider::coffer::format_size(10737418240) # "10GiB"
    exact = provider::coffer::format_size(1537)        # "1537B"
  }
}
