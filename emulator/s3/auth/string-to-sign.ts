import { hash } from 'node:crypto';

/** The text that is signed: when, for which scope, and the hash of the canonical request. Source: Signature Version 4. */
export function toStringToSign(
  { signedAt, credential }: { signedAt: { readonly text: string }; credential: { readonly scope: string } },
  canonicalRequest: string,
): string {
  const hashed = hash('sha256', Buffer.from(canonicalRequest, 'latin1'));
  return `AWS4-HMAC-SHA256\n${signedAt.text}\n${credential.scope}\n${hashed}`;
}
