import { expect, test } from 'vitest';
import { version } from '../../../../../package.json';
import { faultsOfChangelog, requireReady } from '../../../../../scripts/release/preconditions';

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
});

test('a trial needs a version only', async () => {
  await requireReady({ version, trial: true });
});
