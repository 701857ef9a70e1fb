import { createHash } from 'node:crypto';

/** Equal for equal contents. It is held in memory in place of a value, and neither logged nor stored. */
export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');
