import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Figures } from '../../../bench/report/figures';
import { body, observe, type Report, toJson, withSection, writeReport } from '../../../bench/report/report';
import { temporaryFolder } from '../../support/temporary-folder';

function makeReport(overrides: Partial<Report> = {}): Report {
  const figures = new Figures(['go', 'ours']);
  figures.add({ name: 'plan', unit: 'ms' }, 'go', 10);
  figures.add({ name: 'plan', unit: 'ms' }, 'ours', 12);
  const circumstances = {
    date: '2026-11-21',
    machine: '2 cores of something',
    versions: { Go: '1.26.8', Node: '22.23.3' },
    loadBefore: 3.14,
    loadAfter: 2,
  };
  const command = 'npm run bench -- provider';
  return { id: 'provider', title: 'Provider', figures, circumstances, command, notes: ['A note.'], ...overrides };
}

test('a report is command, circumstances, table and notes', () => {
  expect(body(makeReport()).split('\n\n')).toEqual([
    '`npm run bench -- provider`',
    '2026-11-21, 2 cores of something; Go 1.26.8, Node 22.23.3; load average 3.1 before and 2.0 after.',
    '| Work | go | ours |\n| --- | --- | --- |\n| plan | **10** ms (n = 1) | **12** ms (n = 1), 1.20 × |',
    'A note.',
  ]);
});

test('reports go to the end of the page, and later ones replace only their own section', async () => {
  const file = join(temporaryFolder(), 'benchmarks.md');
  await writeFile(file, '# Benchmarks\n');

  await writeReport(file, makeReport());
  await writeReport(file, makeReport({ id: 'emulator', title: 'Emulator' }));
  await writeReport(file, makeReport({ notes: ['Another note.'] }));

  const page = await readFile(file, 'utf8');
  expect(page.match(/^#+ .*/gm)).toEqual(['# Benchmarks', '## Provider', '## Emulator']);
  expect(page.match(/.* note\.$/gm)).toEqual(['Another note.', 'A note.']);
});

const PROVIDER = { id: 'provider', title: 'Provider', body: 'old\n' };
const SECTION = '<!-- bench:provider -->\n## Provider\n\nold\n<!-- /bench:provider -->\n';

test('a new section goes to the end of the page, although another id begins like its own', () => {
  const page = withSection('# Page\n', { ...PROVIDER, id: 'provider-many' });

  expect(withSection(page, PROVIDER)).toBe(`${page}\n${SECTION}`);
});

test('a section that is there is replaced in its place, and nothing else changes', () => {
  const page = `# Page\n\n${SECTION}by hand\n`;

  const changed = withSection(page, { ...PROVIDER, body: 'new: $& $1' });

  expect(changed).toBe(page.replace('old', () => 'new: $& $1'));
});

test.each(['<!-- bench:provider -->', '<!-- /bench:provider -->', '<!-- /bench:provider --> <!-- bench:provider -->'])(
  'refuses a page with only %s',
  (page) => {
    expect(() => withSection(page, PROVIDER)).toThrow('The marks of section "provider" are not a pair.');
  },
);

test('the JSON has every sample', () => {
  expect(JSON.parse(toJson([makeReport()]))).toMatchObject([
    { id: 'provider', contenders: ['go', 'ours'], rows: [{ name: 'plan', figures: { ours: { samples: [12] } } }] },
  ]);
});

test('circumstances tell cores, memory and the beginning of the kernel version, and not whose machine it is', () => {
  const { machine, date } = observe({})();

  expect(machine).toMatch(/^\d+ cores of .+, \d+ GiB, \w+ (\d+\.\d+)?$/);
  expect(machine).not.toContain(hostname());
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});
