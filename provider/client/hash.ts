import { createHash } from 'node:crypto';

/** Equal for equal contents. It is kept in memory instead of a value, and never logged or stored. */
export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');
