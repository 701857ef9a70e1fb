data "coffer_secret" "session" {
  name = "session-secret"
}

output "session_secret_id" {
  value = data.coffer_secret.session.id
}
