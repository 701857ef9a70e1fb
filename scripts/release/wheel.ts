import { createHash } from 'node:crypto';
import type { Entry } from '../../framework/packaging/zip';

/** The list of files in a wheel with their hashes (`RECORD`); the list itself, `own`, has no hash. */
export function recordOf(files: readonly Entry[], own: string): string {
  const lines = files.map(
    ({ name, data }) => `${name},sha256=${createHash('sha256').update(data).digest('base64url')},${data.length}`,
  );
  return [...lines, `${own},,`, ''].join('\n');
}
