data "coffer_buckets" "all" {}

output "bytes_promised" {
  value = provider::coffer::format_size(sum(data.coffer_buckets.all.buckets[*].max_size))
}
