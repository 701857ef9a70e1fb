/**
 * A client certificate (P-521, self-signed, `CN=localhost`) of the kind that Terraform passes to each provider it starts. No
 * connection uses it here: its private key was discarded, and it only makes the provider set up mutual TLS.
 */
export const CLIENT_CERTIFICATE = `\
-----BEGIN CERTIFICATE-----
MIICBjCCAWigAwIBAgIUMEIWIH7LWhrAn0eyIYX/32dCzr8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEzMjI0NloYDzIxMjYxMDI4
MTMyMjQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwgZswEAYHKoZIzj0CAQYFK4EE
ACMDgYYABACvj78l0oGkvzdhcwgZU85Gmccq50XUFuj31B5t+MqAQ5Zus6hDWaQa
Kv3wo+0AN6fNqegwDNLnu2JmZQNednb6OQC5tUjou2IgcQyFTxBtXIf/j/RbkXKK
fZcpeOEMlQ0GSL2qUW9Yu+jSStzj9TgU1uTzk6+q7g2zAbC49E7HbVStP6NTMFEw
HQYDVR0OBBYEFMC8UdvY4XXdAHWDvkrYE/A5qzCTMB8GA1UdIwQYMBaAFMC8UdvY
4XXdAHWDvkrYE/A5qzCTMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDgYsA
MIGHAkIB0xNQ14bhUhRHzHEaLfvaT+kZJYXifmbJ+gP99LJG64/TICXOA8lMwryg
6HFDcSgX34ZHNp456dG/YOshMxsiCooCQX3ixaLhmrm2NPy47+QZN5h0bfJx4sbY
XpNZ0+1uE0mJt41xXA9X+NFOtr8+phl89ZTkO5+R9a4gODHYLycnvha4
-----END CERTIFICATE-----
`;
