import { expect, it } from 'vitest';
import { FEATURES, type FeatureName, hasFeature, sinceOf } from '../../scripts/compatibility/features';
import { compatibilityPage, type Outcome } from '../../scripts/compatibility/page';
import { INSTALLABLE } from '../../scripts/support/command-lines';
import { allPages, readPage } from './markdown';

const features = Object.keys(FEATURES) as FeatureName[];
const [head = [], , ...rows] = tableOf('docs/compatibility.md');
const openTofuIsTested = head.some((title) => /^OpenTofu \d/.test(title));

it('the table has a row for each feature, and a column for each version of Terraform', () => {
  const minors = head.flatMap((title) => /^Terraform (\d+\.\d+)\.\d+$/.exec(title)?.[1] ?? []);

  expect(rows.map(([feature]) => feature)).toEqual(features);
  expect(minors).toEqual(['1.11', ...INSTALLABLE]);
});

it('every feature passed on each Terraform that has it', () => {
  const wrong = rows.flatMap(([feature = '', ...cells]) =>
    cells.flatMap((cell, index) => {
      const [product, version = ''] = (head[index + 1] ?? '').split(' ');
      if (product !== 'Terraform') return [];
      const has = hasFeature({ product, version }, feature as FeatureName);
      return cell === (has ? 'passed' : 'not in this version') ? [] : [`${feature} ${version}: ${cell}`];
    }),
  );

  expect(wrong).toEqual([]);
});

it('the list of versions has the same features, and says since when', () => {
  const [, , ...listed] = tableOf('docs/guides/versions.md');
  const encryption = ['state encryption', 'no', '1.11'];

  expect(listed).toEqual([
    ...features.map((feature) => [feature, sinceOf(feature, 'Terraform'), sinceOf(feature, 'OpenTofu') ?? 'no']),
    encryption,
  ]);
});

it.each(['README.md', 'docs/guides/opentofu.md', 'docs/guides/versions.md', 'CHANGELOG.md'])(
  '%s refers to the table, and claims no more of OpenTofu than it does',
  (path) => {
    const { prose } = readPage(path);

    expect(prose).toContain('compatibility.md');
    expect(prose.includes('OpenTofu is untested here')).toBe(!openTofuIsTested);
  },
);

it('no page says that the provider works with, or is tested on, what the table does not have', () => {
  const claim = /\b(?:works?|tested|runs?) (?:with|on)(?: \w+){0,3} OpenTofu\b/i;
  const allowed = ['docs/compatibility.md', ...(openTofuIsTested ? allPages().map(({ path }) => path) : [])];

  expect(allPages().filter(({ path, prose }) => claim.test(prose) && !allowed.includes(path))).toEqual([]);
});

const passed = (cli: string): Outcome[] =>
  features
    .map((feature) => ({ cli, feature, passed: true }))
    .filter(({ feature }) => {
      const [product, version = ''] = cli.split(' ');
      return hasFeature({ product: product as 'Terraform', version }, feature);
    });

it('the page is made from what passed, what failed, and what a version does not have', () => {
  const outcomes = [...passed('Terraform 1.14.9'), ...passed('Terraform 1.11.4')];
  const broken = outcomes.map((one) => ({ ...one, passed: one.feature !== '`attach`' || one.cli.endsWith('.4') }));

  const page = compatibilityPage(broken, '2026-11-22');

  expect(page).toContain('by `npm run test:matrix` on 2026-11-22');
  expect(page).toContain('| Feature | Terraform 1.11.4 | Terraform 1.14.9 | OpenTofu |');
  expect(page).toContain('| `attach` | passed | failed | untested |');
  expect(page).toContain('| actions by `-invoke` | not in this version | passed | not in OpenTofu |');
  expect(page).toContain('OpenTofu is untested here');
});

it('a tested OpenTofu has a column, and nothing is called untested', () => {
  const page = compatibilityPage([...passed('OpenTofu 1.12.6'), ...passed('Terraform 1.15.5')], '2026-11-22');

  expect(page).toContain('| Feature | Terraform 1.15.5 | OpenTofu 1.12.6 |');
  expect(page).toContain('| import by identity | passed | passed |');
  expect(page).not.toContain('untested');
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
