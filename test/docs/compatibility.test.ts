import { expect, it } from 'vitest';
import { FEATURES, type FeatureName, hasFeature, sinceOf } from '../../scripts/compatibility/features';
import { compatibilityPage, type Outcome } from '../../scripts/compatibility/page';
import { INSTALLABLE } from '../../scripts/support/terraform-versions';
import { allPages, readPage } from './markdown';

const features = Object.keys(FEATURES) as FeatureName[];
const [head = [], , ...rows] = tableOf('docs/guides/compatibility.md');

it('the table has a row for each feature, a column for each version of Terraform, and one for OpenTofu', () => {
  const minors = head.flatMap((title) => /^Terraform (\d+\.\d+)\.\d+$/.exec(title)?.[1] ?? []);

  expect(rows.map(([feature]) => feature)).toEqual(features);
  expect(minors).toEqual(['1.11', ...INSTALLABLE]);
  expect(head.slice(minors.length + 1)).toEqual([expect.stringMatching(/^OpenTofu 1\.\d+\.\d+$/)]);
});

it('every feature passed on each command line that has it', () => {
  const wrong = rows.flatMap(([feature = '', ...cells]) =>
    cells.flatMap((cell, index) => {
      const title = head[index + 1] ?? '';
      const allowed = has(title, feature as FeatureName) ? /^passed$/ : /^not in /;
      return allowed.test(cell) ? [] : [`${feature}, ${title}: ${cell}`];
    }),
  );

  expect(wrong).toEqual([]);
});

it('the list of versions has the same features, and says since when', () => {
  const [, , ...listed] = tableOf('docs/guides/versions.md');

  expect(listed).toEqual(
    features.map((feature) => [feature, sinceOf(feature, 'Terraform') ?? 'no', sinceOf(feature, 'OpenTofu') ?? 'no']),
  );
});

it.each(['README.md', 'docs/guides/opentofu.md', 'docs/guides/versions.md', 'CHANGELOG.md'])(
  '%s refers to the table',
  (path) => {
    expect(readPage(path).prose).toContain('compatibility.md');
  },
);

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

it('the page is made from what passed, what failed, and what a command line does not have', () => {
  const outcomes = ['OpenTofu 1.12.6', 'Terraform 1.14.9', 'Terraform 1.11.4'].flatMap(passed);
  const broken = outcomes.map((one) => ({ ...one, passed: one.feature !== '`attach`' || one.cli.endsWith('.4') }));

  const page = compatibilityPage(broken, '2026-11-22');

  expect(page).toContain('by `npm run test:matrix` on 2026-11-22');
  expect(page).toContain('| Feature | Terraform 1.11.4 | Terraform 1.14.9 | OpenTofu 1.12.6 |');
  expect(page).toContain('| `attach` | passed | failed | failed |');
  expect(page).toContain('| import by identity | not in this version | passed | passed |');
  expect(page).toContain('| actions by `-invoke` | not in this version | passed | not in OpenTofu |');
  expect(page).toContain('| provider `for_each` | not in Terraform | not in Terraform | passed |');
});

it('a feature without a test is an error', () => {
  const [, ...most] = passed('Terraform 1.15.5');

  expect(() => compatibilityPage(most, '2026-11-22')).toThrow('has no test that ran with Terraform 1.15.5.');
});

/** Cells of the first table of a page, by row. */
function tableOf(path: string): string[][] {
  const lines = readPage(path).prose.match(/^\| .*$/gm) ?? [];
  return lines.map((line) => line.slice(2, -2).split(' | '));
}
