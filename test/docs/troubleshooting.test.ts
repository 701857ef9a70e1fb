import { expect, it } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { readPage } from './markdown';
import { summariesIn } from './summaries';

const { found, forwarders } = summariesIn(inRoot('provider'));
const summaries = [...new Set(found.map(({ text }) => text))].sort();

/** Entries of the page by their heading. */
const entries = new Map(
  readPage('docs/guides/troubleshooting.md')
    .prose.split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...text] = section.split('\n');
      return [heading, text.join('\n')] as const;
    }),
);

it('finds the summaries of the provider, each worded where it is reported', () => {
  expect(summaries.length).toBeGreaterThan(55);
  expect(summaries).toEqual(
    expect.arrayContaining(['Cannot …', 'Missing value', 'Duplicate secret name', 'Registry password expired']),
  );
  expect(forwarders).toEqual([
    'client/shared-list.ts',
    'framework/diagnostic.ts',
    'protocol/to-wire.ts',
    'service/bucket-contents.ts',
    'service/connection.ts',
  ]);
});

it.each(summaries)('"%s" has an entry with cause and remedy', (summary) => {
  expect(entries.get(summary)).toMatch(/^\*\*Cause\.\*\* \S[\s\S]*^\*\*Remedy\.\*\* \S/m);
});

it('there is no entry for what the provider does not say', () => {
  expect([...entries.keys()].filter((heading) => !summaries.includes(heading))).toEqual([]);
});
