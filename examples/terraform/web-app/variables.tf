# Ephemeral values reach neither plan nor state. To rotate one, give the new value and change its version.

variable "payment_api_key" {
  description = "API key of the payment service."
  type        = string
  nullable    = false
  sensitive   = true
  ephemeral   = true
}

variable "payment_api_key_version" {
  description = "Change it together with payment_api_key."
  type        = string
  default     = "1"
}

variable "session_secret" {
  description = "Signs session cookies: nobody needs to know it, so draw it at random."
  type        = string
  nullable    = false
  sensitive   = true
  ephemeral   = true
}

variable "session_secret_version" {
  description = "Change it together with session_secret."
  type        = string
  default     = "1"
}

variable "ghcr_username" {
  description = "GitHub login that owns the token."
  type        = string
}

variable "ghcr_token" {
  description = "Classic personal access token with read:packages."
  type        = string
  nullable    = false
  sensitive   = true
  ephemeral   = true
}

variable "ghcr_token_version" {
  description = "Change it together with ghcr_token."
  type        = string
  default     = "1"
}
