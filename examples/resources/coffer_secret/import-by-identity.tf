# docs: needs Terraform 1.12
import {
  to       = coffer_secret.session
  identity = { id = "secret-4e1d" }
}

resource "coffer_secret" "session" {
  name = "session-secret"
}
