import { createHash } from 'node:crypto';

/** SHA-256 of a content as JSON, in base64: equal for equal contents with keys in the same order. It stands for a value in memory, and is never logged or stored. */
export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');
