terraform import coffer_secret.session secret-4e1d
terraform import coffer_secret.session name:session-secret
