terraform import coffer_pull_secret.image pull-secret-5b77
