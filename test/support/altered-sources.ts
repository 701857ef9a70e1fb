import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../../scripts/support/paths';

/** Bundles the altered text of a source file, if the run of the tests alters it (`scripts/support/altered-run.ts`). */
export const alteredSources: Plugin = {
  name: 'altered-sources',
  setup: ({ onLoad }) => {
    const folder = process.env.ALTERED_SOURCES;
    if (folder === undefined) return;
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const altered = join(folder, relative(ROOT, path));
      return existsSync(altered)
        ? { contents: await readFile(altered, 'utf8'), loader: 'ts', resolveDir: join(path, '..') }
        : undefined;
    });
  },
};
