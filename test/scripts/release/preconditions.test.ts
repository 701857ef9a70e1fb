import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../../package.json';
import { faultsOfChangelog, faultsOfKept, requireReady } from '../../../scripts/release/preconditions';
import { writeArchive } from '../../../scripts/releases/archive';
import { printSchema } from '../../../scripts/sources/schema';
import { temporaryFolder } from '../../support/temporary-folder';

/** A changelog in the form of the project's own. */
const changelog = (unreleased: string, released: string) =>
  `# Changelog\n\nSections: NOTES.\n\n## Unreleased\n\n${unreleased}\n## 1.2.0 (2026-05-05)\n\n${released}\n## 1.1.0\n\n- old\n`;

test('a finished changelog has no faults', () => {
  expect(faultsOfChangelog(changelog('', '### NOTES\n\n- a note\n'), '1.2.0')).toEqual([]);
});

test.each([
  [
    'entries under Unreleased',
    changelog('### NOTES\n\n- one\n- two\n', '- new\n'),
    'has 2 entries under "## Unreleased"',
  ],
  ['no section', '# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n- old\n', 'says nothing under "## 1.2.0"'],
  ['an empty section', changelog('', ''), 'says nothing under "## 1.2.0"'],
  [
    'a version without a date',
    changelog('', '- new\n').replace('2026-05-05', 'not released'),
    'Replace "not released" with the date.',
  ],
])('a changelog with %s is named', (_, text, named) => {
  expect(faultsOfChangelog(text, '1.2.0')).toEqual([expect.stringContaining(named)]);
});

test('everything that is not ready is named before anything is built', async () => {
  const ready = requireReady({ version: '99.0.0' });

  await expect(ready).rejects.toThrow(/^The release was not begun:\n/);
  await expect(ready).rejects.toThrow(
    `package.json has version ${version}, not 99.0.0. Set VERSION in projenrc/names.ts`,
  );
  await expect(ready).rejects.toThrow('releases/99.0.0.tar.gz is missing');
  await expect(ready).rejects.toThrow('test/fixtures/emulator/99.0.0.tar.gz is missing');
});

test.each([
  ['of this schema', {}, []],
  [
    'of an earlier schema',
    { format_version: '0.9' },
    [expect.stringMatching(/was kept before the schema .* changed: keep$/)],
  ],
])('a baseline %s has its faults named', async (_, changes, faults) => {
  const folder = temporaryFolder('coffer-ready-');
  const schema = JSON.stringify({ ...printSchema(), ...changes });
  await writeArchive(join(folder, '1.2.0.tar.gz'), new Map([['schema.json', schema]]));

  expect(await faultsOfKept(join(folder, '1.2.0.tar.gz'), 'keep')).toEqual(faults);
});

test('a trial needs a version only', async () => {
  await requireReady({ version, trial: true });
});
