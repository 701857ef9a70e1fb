import { table } from '../emulator-docs/markdown';
import { compareVersions, type TerraformCli } from '../support/terraform';
import { FEATURES, type FeatureName, hasFeature, sinceOf } from './features';

export interface Outcome {
  /** Product and version: `Terraform 1.15.5`. */
  readonly cli: string;
  readonly feature: string;
  readonly passed: boolean;
}

type Column = Omit<TerraformCli, 'path'>;

/**
 * The pages with the table, by path below `docs/`: one beside the other pages of the project, and a guide, since a registry shows nothing
 * but guides and the reference. Throws if a feature that a command line supports was not tested on it.
 */
export function compatibilityPages(outcomes: readonly Outcome[], date: string): ReadonlyMap<string, string> {
  const columns = columnsOf(outcomes);
  const rows = (Object.keys(FEATURES) as FeatureName[]).map((feature) => [
    feature,
    ...columns.map((column) => cell(outcomes, column, feature)),
  ]);
  const matrix = table(['Feature', ...columns.map(({ product, version }) => `${product} ${version}`)], rows);
  return new Map([
    ['compatibility.md', page(matrix, date, 'guides/versions.md')],
    ['guides/compatibility.md', `${FRONT_MATTER}${page(matrix, date, 'versions.md')}`],
  ]);
}

const FRONT_MATTER = `---
page_title: "Compatibility"
subcategory: "Guides"
description: |-
  Which feature passed its tests on which Terraform and OpenTofu.
---

`;

const page = (matrix: string, date: string, versions: string) => `# Compatibility

Written by \`npm run test:matrix\` on ${date}; not edited by hand. Each cell stands for tests in \`test/compatibility/\` that ran the real
command line on Linux x86-64, with the compiled provider, against the emulator.

${matrix}

"not in this version": the command line does not have the feature. Every feature with the first version that has it:
[versions](${versions}).
`;

function columnsOf(outcomes: readonly Outcome[]): Column[] {
  const columns = [...new Set(outcomes.map(({ cli }) => cli))].map((cli) => {
    const [product = '', version = ''] = cli.split(' ');
    return { product: product as Column['product'], version };
  });
  return columns.sort((a, b) => b.product.localeCompare(a.product) || compareVersions(a.version, b.version));
}

function cell(outcomes: readonly Outcome[], column: Column, feature: FeatureName): string {
  if (sinceOf(feature, column.product) === undefined) return `not in ${column.product}`;
  if (!hasFeature(column, feature)) return 'not in this version';
  const cli = `${column.product} ${column.version}`;
  const found = outcomes.filter((outcome) => outcome.cli === cli && outcome.feature === feature);
  if (found.length === 0) throw new Error(`${feature} has no test that ran with ${cli}.`);
  return found.every(({ passed }) => passed) ? 'passed' : 'failed';
}
