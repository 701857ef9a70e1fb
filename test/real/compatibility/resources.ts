/** All resources in one configuration. Each secret argument contains a word that tests search for where it must not be. */
export function everyResource({ name = 'one', size = 1000, version = '1', write = false } = {}): string {
  return `
    provider "coffer" {
      pull_secret_api = "full"
    }
    resource "coffer_secret" "it" {
      name             = "${name}"
      value_wo         = "canary-value-${version}"
      value_wo_version = "${version}"
    }
    resource "coffer_pull_secret" "it" {
      server              = "ghcr.io"
      username            = "octo"
      password_wo         = "canary-password-${version}"
      password_wo_version = "${version}"
    }
    resource "coffer_bucket" "it" {
      max_size = ${size}
    }
    resource "coffer_access_key" "it" {
      bucket_ids  = [coffer_bucket.it.id]
      permissions = { read = true, write = ${write} }
    }
    resource "coffer_rotating_access_key" "it" {
      bucket_ids       = [coffer_bucket.it.id]
      permissions      = { read = true }
      overlap          = "24h"
      rotation_trigger = { version = "${version}" }
    }
  `;
}

/** Addresses of all resources. */
export const ADDRESSES = ['secret', 'pull_secret', 'bucket', 'access_key', 'rotating_access_key'].map(
  (type) => `coffer_${type}.it`,
);

/** The same planned action for all of them, by address. */
export const forAll = (action: string): Record<string, string> =>
  Object.fromEntries(ADDRESSES.map((address) => [address, action]));
