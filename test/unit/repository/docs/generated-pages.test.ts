import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GENERATED_FOLDERS } from '../../../../framework/reference/pages';
import { generatedPages } from '../../../../scripts/generate-docs';
import { inRoot } from '../../../../scripts/support/paths';

const pages = generatedPages();

it.each([...pages])('docs/%s is what `npm run generate` makes of the provider and its examples', (path, text) => {
  expect(readFileSync(inRoot('docs', path), 'utf8')).toBe(text);
});

it('there is no other page in the generated folders', () => {
  const there = GENERATED_FOLDERS.flatMap((folder) =>
    readdirSync(inRoot('docs', folder)).map((file) => `${folder}/${file}`),
  );

  expect(['index.md', ...there].sort()).toEqual([...pages.keys()].sort());
});

it('every page has an example', () => {
  const without = [...pages].filter(([, text]) => !text.includes('## Example usage\n\n'));

  expect(without.map(([path]) => path)).toEqual([]);
});
