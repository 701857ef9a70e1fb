import { expect, it } from 'vitest';
import { readPage } from './markdown';
import { summariesIn } from './summaries';

const found = summariesIn('framework', 'provider');

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

/** Warnings whose ids are in configuration, in state or in Terraform's own lines, or that concern no object: Terraform shows one of each of them, however many there are. */
const RECORDED = [
  ...['A field cannot be read', 'A record of … cannot be read', 'Another project is listed', 'Attribute deprecated'],
  ...['Bucket not ready yet', "In another project than the provider's", 'List may be incomplete'],
  ...['No such access key', 'None of the known objects is listed', 'Not listed yet', 'Nothing is listed'],
  ...['Promise not awaited', 'Provider configuration not known yet', 'Registry password about to expire'],
  ...['Registry password expired', 'Rename also sends the value', 'The access key rotates'],
  ...['The bucket could not be watched', 'The key is replaced, because its secret no longer exists'],
  ...['The previous access key retires', 'The value is not sent', 'The value is sent', 'Unusual for this registry'],
  'Wrong for this registry',
];

it('P45: a warning has its ids in the summary, unless they are recorded elsewhere, too', () => {
  const without = found.filter(({ warns, hasIds }) => warns && !hasIds).map(({ text }) => text);

  expect([...new Set(without)].sort()).toEqual(RECORDED);
});

it('the page has an entry with cause and remedy for everything that the provider says, and no other', () => {
  expect(summaries.length).toBeGreaterThan(55);
  expect([...entries.keys()].sort()).toEqual(summaries);
  const whole = /^\*\*Cause\.\*\* \S[\s\S]*\n\n\*\*Remedy\.\*\* \S/m;
  expect(summaries.filter((summary) => !whole.test(entries.get(summary) ?? ''))).toEqual([]);
});
