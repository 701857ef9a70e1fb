import { expect, it } from 'vitest';
import { describeCoverage } from '../../../scripts/line-coverage/page';
import { withPart } from '../../../scripts/rules/quality-page';

const file = (name: string, lines: number, branches: number) => ({
  file: name,
  lines: { total: 100, covered: lines },
  branches: { total: 10, covered: branches },
});

it('coverage is told by folder', () => {
  const page = describeCoverage(
    [
      file('src/private/names.ts', 100, 10),
      file('src/bucket.ts', 100, 10),
      file('provider/client/retry.ts', 99, 9),
      file('provider/client/deep/proxy.ts', 79, 0),
    ],
    ['unit', 'constructs'],
  );

  expect(page).toContain('`unit`, `constructs`.');

  expect(page.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| Folder | Files | Lines | Executed | Branches | Executed |',
    '| --- | --- | --- | --- | --- | --- |',
    '| provider/client | 2 | 200 | 89 % | 20 | 45 % |',
    '| src | 1 | 100 | 100 % | 10 | 100 % |',
    '| src/private | 1 | 100 | 100 % | 10 | 100 % |',
    '| all | 4 | 400 | 94 % | 40 | 72 % |',
  ]);
});

it('a part of the page takes the place of the one with its heading, and others stay', () => {
  const page = '# Page\n\n| a |\n\n## Mutants\n\none\n\n### More\n\nmore\n';

  const both = withPart(page, '## Coverage\n\ntwo\n');

  expect(both).toBe(`${page}\n## Coverage\n\ntwo\n`);
  expect(withPart(both, '## Mutants\n\nthree\n')).toBe(
    '# Page\n\n| a |\n\n## Mutants\n\nthree\n\n## Coverage\n\ntwo\n',
  );
});
