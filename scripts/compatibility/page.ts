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

/** The guide with the table. Throws if a feature that a command line supports was not tested on it. */
export function compatibilityPage(outcomes: readonly Outcome[], date: string): string {
  const columns = columnsOf(outcomes);
  const rows = (Object.keys(FEATURES) as FeatureName[]).map((feature) => [
    feature,
    ...columns.map((column) => cell(outcomes, column, feature)),
  ]);
  return page(table(['Feature', ...columns.map(({ product, version }) => `${product} ${version}`)], rows), date);
}

const page = (matrix: string, date: string) => `---
page_title: "Compatibility"
subcategory: "Guides"
description: |-
  Which feature passed its tests on which Terraform and OpenTofu.
---

# Compatibility

Written by \`npm run test:matrix\` on ${date}; not edited by hand. Each cell stands for tests in \`test/compatibility/\` that ran the real
command line on Linux x86-64, with the compiled provider, against the emulator.

${matrix}

"not in this version": the command line does not have the feature. Every feature with the first version that has it:
[versions](versions.md).
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
