/**
 * DER as PEM, 64 characters a line.
 *
 * The lines are cut and joined, not ended: an empty line, which "a newline after every 64" leaves now and then, is refused
 * by OpenSSL.
 */
export function toPem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
