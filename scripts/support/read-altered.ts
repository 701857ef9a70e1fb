import fs from 'node:fs';
import { join, relative, resolve } from 'node:path';

/**
 * Loaded first by every Node process that a test of an altered run starts (`altered-run.ts`): reads source files from the folder of the
 * altered texts, if they are there. Node runs this file itself, so it imports no other of ours.
 */
const root = resolve(import.meta.dirname, '../..');
const folder = process.env.ALTERED_SOURCES;
const read = fs.readFileSync;

if (folder !== undefined) {
  fs.readFileSync = ((path: unknown, ...options: []) => {
    const altered = join(folder, relative(root, String(path)));
    return read(
      typeof path === 'string' && path.endsWith('.ts') && fs.existsSync(altered) ? altered : (path as string),
      ...options,
    );
  }) as typeof read;
}
