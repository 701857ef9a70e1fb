import {
  to = coffer_secret.session
  id = "name:session-secret" # or the id
}

resource "coffer_secret" "session" {
  name = "session-secret"
}
