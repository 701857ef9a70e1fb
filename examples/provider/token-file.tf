# docs: parsed only: needs the files
# A token that something replaces, and the authority of a company

provider "coffer" {
  token_file   = "/var/run/secrets/coffer/token"
  ca_cert_file = "${path.module}/company-ca.pem"
}
