import { expect, it } from 'vitest';
import { readPage } from './markdown';
import { summariesIn } from './summaries';

const { found, forwarders } = summariesIn('framework', 'provider');

/** Errors of the framework that this provider never reports: it has its own words, imports by ids, which the service gives, and configures or reports why not. */
const OF_OTHERS = [
  'Cannot … …',
  'Cannot configure provider …',
  'Cannot import non-existent remote object', // Terraform's own, in a test
  'Empty identity',
  'Resource Import Not Implemented',
];

const summaries = [...new Set(found.map(({ text }) => text))].filter((text) => !OF_OTHERS.includes(text)).sort();

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
    'framework/diagnostic.ts',
    'framework/from-environment.ts',
    'framework/protocol/to-wire.ts',
    'framework/server/operation.ts',
    'provider/client/lists/shared-list.ts',
    'provider/service/bucket-over-s3.ts',
    'provider/service/connection.ts',
  ]);
});

/** Warnings whose ids stand elsewhere, too: Terraform shows one of each of them, however many there are. */
const RECORDED = {
  'in the configuration': [
    'Attribute deprecated',
    'No such access key',
    'Provider configuration not known yet',
    'Unusual for this registry',
    'Wrong for this registry',
  ],
  'in state': [
    'Bucket not ready yet',
    "In another project than the provider's",
    'Not listed yet',
    'Registry password about to expire',
    'Registry password expired',
    'The bucket could not be watched',
  ],
  'in state, and in what is planned to become of it': [
    'The access key rotates',
    'The key is replaced, because its secret no longer exists',
    'The previous access key retires',
    'Rename also sends the value',
    'The value is not sent',
    'The value is sent',
  ],
  "in Terraform's own lines on what it refreshes and on what has been deleted": [
    'Another project is listed',
    'None of the known objects is listed',
    'Nothing is listed',
  ],
  'nowhere: no object is left, adopted or made': [
    'A field cannot be read',
    'A record of … cannot be read',
    'List may be incomplete',
  ],
  'nowhere: the failure belongs to no operation that still runs': ['Promise not awaited'],
};

it('P45: a warning has its ids in the summary, unless they are recorded elsewhere, too', () => {
  const without = found.filter(({ warns, hasIds }) => warns && !hasIds).map(({ text }) => text);

  expect([...new Set(without)].sort()).toEqual(Object.values(RECORDED).flat().sort());
});

it.each(summaries)('"%s" has an entry with cause and remedy, each a paragraph', (summary) => {
  expect(entries.get(summary)).toMatch(/^\*\*Cause\.\*\* \S[\s\S]*\n\n\*\*Remedy\.\*\* \S/m);
});

it('there is no entry for what the provider does not say', () => {
  expect([...entries.keys()].filter((heading) => !summaries.includes(heading))).toEqual([]);
});
