data "coffer_secrets" "session" {
  name_regex = "^session-"
}

output "session_secret_ids" {
  value = { for one in data.coffer_secrets.session.secrets : one.name => one.id }
}
