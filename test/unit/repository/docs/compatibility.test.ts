import { expect, it } from 'vitest';
import { FEATURES, type FeatureName, hasFeature, sinceOf } from '../../../../scripts/compatibility/features';
import { INSTALLABLE } from '../../../../scripts/support/terraform-versions';
import { readPage } from './markdown';

/* `npm run compatibility` writes the table: no other command does, and none compares it with what it would write. */

const features = Object.keys(FEATURES) as FeatureName[];
const lines = readPage('docs/guides/compatibility.md').prose.match(/^\| .*$/gm) ?? [];
const [head = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(' | '));

it('the table has a row for each feature, a column for each version of Terraform, and one for OpenTofu', () => {
  const minors = head.flatMap((title) => /^Terraform (\d+\.\d+)\.\d+$/.exec(title)?.[1] ?? []);

  expect(rows.map((row) => row.slice(0, 3))).toEqual(
    features.map((feature) => [feature, sinceOf(feature, 'Terraform') ?? 'no', sinceOf(feature, 'OpenTofu') ?? 'no']),
  );
  expect(minors).toEqual(['1.11', ...INSTALLABLE]);
  expect(head.slice(minors.length + 3)).toEqual([expect.stringMatching(/^OpenTofu 1\.\d+\.\d+$/)]);
});

it('every feature passed on each command line that has it', () => {
  const wrong = rows.flatMap(([feature = '', , , ...cells]) =>
    cells.flatMap((cell, index) => {
      const [product, version = ''] = (head[index + 3] ?? '').split(' ');
      const isThere = hasFeature({ product: product as 'Terraform', version }, feature as FeatureName);
      return cell === (isThere ? 'passed' : 'no') ? [] : [`${feature}, ${product} ${version}: ${cell}`];
    }),
  );

  expect(wrong).toEqual([]);
});
