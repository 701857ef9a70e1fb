data "coffer_access_keys" "all" {}

# Owner keys that nobody should need.
output "owner_key_ids" {
  value = [for key in data.coffer_access_keys.all.access_keys : key.access_key_id if key.permissions.owner]
}
