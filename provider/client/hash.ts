import { createHash } from 'node:crypto';

/** SHA-256 in base64 of a secret body, to compare in its place: equal for equal bodies with fields in the same order. Never logged or stored. */
export const hashOf = (content: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');
