import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { allPages } from './markdown';

/* Registries read the front matter of a page with a YAML parser, and the index has the description of each guide. */

/** projen brings the parser: the checkout has no other. */
const { parse } = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as {
  parse(text: string): unknown;
};

const PUBLISHED =
  /^docs\/(?:index|(?:actions|data-sources|ephemeral-resources|functions|guides|list-resources|resources)\/[^/]+)\.md$/;
const published = allPages().filter(({ path }) => PUBLISHED.test(path));

const frontMatterOf = (text: string) => parse(/^---\n([\s\S]*?)^---$/m.exec(text)?.[1] ?? '');

it('there are pages that a registry publishes', () => {
  expect(published.length).toBeGreaterThan(30);
});

// Registries refuse a subcategory of the provider's own page.
it.each(published.map((page) => [page.path, page] as const))(
  'the front matter of %s is YAML with title, subcategory and description',
  (path, { text }) => {
    const sentence = expect.stringMatching(/\S/);
    const subcategory = path === 'docs/index.md' ? {} : { subcategory: expect.any(String) };

    expect(text.startsWith('---\n')).toBe(true);
    expect(frontMatterOf(text)).toEqual({ page_title: sentence, ...subcategory, description: sentence });
  },
);
