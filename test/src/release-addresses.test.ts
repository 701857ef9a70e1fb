import { expect, test } from 'vitest';
import { ADDRESSES, keptFile, keptVersions } from '../../scripts/releases/kept';
import { CORPUS } from './corpus';
import { type Addresses, addressesOf } from './corpus/addresses';

/*
 * A changed address destroys what a practitioner has: a program of the corpus keeps those that a release gave it, in both frameworks.
 * `npx tsx test/releases/keep.ts` keeps them; those of 0.1.0 were made by the code of 0.1.0.
 */

const kept = keptVersions().flatMap((version) =>
  Object.entries(JSON.parse(keptFile(version, ADDRESSES).toString()) as Record<string, Addresses>).map(
    ([name, addresses]) => ({ version, name, addresses }),
  ),
);

test('addresses are kept of as many programs as a corpus needs', () => {
  expect(kept.length).toBeGreaterThanOrEqual(60);
});

test.each(kept)('since $version, no name and no address has changed of: $name', ({ name, addresses }) => {
  const program = new Map(CORPUS).get(name);

  expect(program && addressesOf(program), 'a program that a release has keeps its title in test/src/corpus/').toEqual(
    addresses,
  );
});
