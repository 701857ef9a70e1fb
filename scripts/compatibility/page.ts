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
    sinceOf(feature, 'Terraform') ?? 'no',
    sinceOf(feature, 'OpenTofu') ?? 'no',
    ...columns.map((column) => cell(outcomes, column, feature)),
  ]);
  const titles = columns.map(({ product, version }) => `${product} ${version}`);
  return page(table(['Feature', 'Needs Terraform', 'Needs OpenTofu', ...titles], rows), date);
}

const page = (matrix: string, date: string) => `---
page_title: "Versions and compatibility"
subcategory: "Guides"
description: |-
  Which feature needs which Terraform or OpenTofu, and on which versions it passed its tests.
---

# Versions and compatibility

The provider speaks plugin protocol 6. It needs Terraform 1.11 or OpenTofu 1.11:

\`\`\`hcl
terraform {
  required_version = ">= 1.11"

  required_providers {
    coffer = {
      source  = "coffer/coffer"
      version = "~> 0.1.0"
    }
  }
}
\`\`\`

Some features need a newer version, or exist in only one of the two programs. \`npm run compatibility\` wrote this table on ${date}.
"passed" means that tests in \`test/real/compatibility/\` ran that command line on Linux x86-64, with the compiled provider, against the emulator. "no" means
that this version does not have the feature.

${matrix}

The entries for OpenTofu 1.11 are from its documentation. Some of the features exist in versions older than 1.11, but 1.11 is the oldest version that
the provider is tested with. If an older version cannot keep a write-only value out of the state, the provider reports an error.

If you remove a pull secret with \`removed\` and \`destroy = false\`, there is no warning that it stays at the service.
`;

function columnsOf(outcomes: readonly Outcome[]): Column[] {
  const columns = [...new Set(outcomes.map(({ cli }) => cli))].map((cli) => {
    const [product = '', version = ''] = cli.split(' ');
    return { product: product as Column['product'], version };
  });
  return columns.sort((a, b) => b.product.localeCompare(a.product) || compareVersions(a.version, b.version));
}

function cell(outcomes: readonly Outcome[], column: Column, feature: FeatureName): string {
  if (!hasFeature(column, feature)) return 'no';
  const cli = `${column.product} ${column.version}`;
  const found = outcomes.filter((outcome) => outcome.cli === cli && outcome.feature === feature);
  if (found.length === 0) throw new Error(`${feature} has no test that ran with ${cli}.`);
  return found.every(({ passed }) => passed) ? 'passed' : 'failed';
}
