import { expect, it } from 'vitest';
import { FEATURES, type FeatureName, hasFeature, sinceOf } from '../../../../scripts/compatibility/features';
import { compatibilityTable, type Outcome } from '../../../../scripts/compatibility/table';
import { regionsOf } from '../../../../scripts/emulator-docs/markdown';
import { INSTALLABLE } from '../../../../scripts/support/terraform-versions';
import { allPages, readPage } from './markdown';

const features = Object.keys(FEATURES) as FeatureName[];
const [head = [], , ...rows] = tableOf('docs/guides/compatibility.md');

it('the table has a row for each feature, a column for each version of Terraform, and one for OpenTofu', () => {
  const minors = head.flatMap((title) => /^Terraform (\d+\.\d+)\.\d+$/.exec(title)?.[1] ?? []);

  expect(regionsOf(readPage('docs/guides/compatibility.md').text)).toEqual(['compatibility']);
  expect(rows.map(([feature]) => feature)).toEqual(features);
  expect(minors).toEqual(['1.11', ...INSTALLABLE]);
  expect(head.slice(minors.length + 3)).toEqual([expect.stringMatching(/^OpenTofu 1\.\d+\.\d+$/)]);
});

it('every feature passed on each command line that has it', () => {
  const wrong = rows.flatMap(([feature = '', , , ...cells]) =>
    cells.flatMap((cell, index) => {
      const title = head[index + 3] ?? '';
      const allowed = has(title, feature as FeatureName) ? /^passed$/ : /^no$/;
      return allowed.test(cell) ? [] : [`${feature}, ${title}: ${cell}`];
    }),
  );

  expect(wrong).toEqual([]);
});

it('the table says which version a feature needs', () => {
  expect(rows.map((row) => row.slice(0, 3))).toEqual(
    features.map((feature) => [feature, sinceOf(feature, 'Terraform') ?? 'no', sinceOf(feature, 'OpenTofu') ?? 'no']),
  );
});

it.each(['README.md', 'CHANGELOG.md'])('%s refers to the table', (path) => {
  expect(readPage(path).prose).toContain('compatibility.md');
});

it('no page calls OpenTofu untested', () => {
  const claim = /OpenTofu is (?:still )?(?:untested|not tested)|untested[^.|]* OpenTofu/i;

  expect(allPages().filter(({ prose }) => claim.test(prose))).toEqual([]);
});

const has = (cli: string, feature: FeatureName) => {
  const [product, version = ''] = cli.split(' ');
  return hasFeature({ product: product as 'Terraform', version }, feature);
};

const passed = (cli: string): Outcome[] =>
  features.filter((feature) => has(cli, feature)).map((feature) => ({ cli, feature, passed: true }));

it('the table is made from what passed, what failed, and what a command line does not have', () => {
  const outcomes = ['OpenTofu 1.12.6', 'Terraform 1.14.9', 'Terraform 1.11.4'].flatMap(passed);
  const broken = outcomes.map((one) => ({ ...one, passed: one.feature !== '`attach`' || one.cli.endsWith('.4') }));

  const made = compatibilityTable(broken, '2026-11-22');

  expect(made).toContain('`npm run compatibility` wrote this table on 2026-11-22');
  expect(made).toContain(
    '| Feature | Needs Terraform | Needs OpenTofu | Terraform 1.11.4 | Terraform 1.14.9 | OpenTofu 1.12.6 |',
  );
  expect(made).toContain('| `attach` | 1.11 | 1.11 | passed | failed | failed |');
  expect(made).toContain('| import by identity | 1.12 | 1.12 | no | passed | passed |');
  expect(made).toContain('| actions by `-invoke` | 1.14 | no | no | passed | no |');
  expect(made).toContain('| provider `for_each` | no | 1.11 | no | no | passed |');
});

it('a feature without a test is an error', () => {
  const [, ...most] = passed('Terraform 1.15.5');

  expect(() => compatibilityTable(most, '2026-11-22')).toThrow('has no test that ran with Terraform 1.15.5.');
});

/** Cells of the first table of a page, by row. */
function tableOf(path: string): string[][] {
  const lines = readPage(path).prose.match(/^\| .*$/gm) ?? [];
  return lines.map((line) => line.slice(2, -2).split(' | '));
}
