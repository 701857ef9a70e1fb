import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GENERATED_FOLDERS } from '../../../../framework/reference/pages';
import { inRoot, ROOT } from '../../../../scripts/support/paths';

/** Patterns of `.gitattributes` that say that files are generated. */
const marked = [...readFileSync(inRoot('.gitattributes'), 'utf8').matchAll(/^(\S+) linguist-generated\b/gm)].map(
  ([, pattern = '']) => pattern,
);

test('reviews fold what is generated', () => {
  expect(marked).toEqual(
    expect.arrayContaining([
      ...['package-lock.json', 'go.sum', '/docs/openapi.json'],
      ...GENERATED_FOLDERS.map((folder) => `/docs/${folder}/**`),
    ]),
  );
});

test.each(marked.filter((pattern) => pattern.startsWith('/')))('%s is in the tree', (pattern) => {
  const path = pattern.slice(1);

  expect(existsSync(inRoot(path)) || globSync(path, { cwd: ROOT }).length > 0).toBe(true);
});
