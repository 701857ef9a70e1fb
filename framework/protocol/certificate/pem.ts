/**
 * DER as PEM, 64 characters a line.
 *
 * A newline stands only between lines, because a newline after every 64 characters can leave an empty line, which OpenSSL refuses.
 */
export function toPem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
