/** DER as PEM with this label, such as `CERTIFICATE`: lines of 64 characters. An empty line, which OpenSSL refuses, is never among them. */
export function toPem(label: string, der: Uint8Array): string {
  const base64 = Buffer.from(der).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
