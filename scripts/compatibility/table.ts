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

/** The generated part of the guide: a row for each feature. Throws if a feature that a command line supports was not tested on it. */
export function compatibilityTable(outcomes: readonly Outcome[], date: string): string {
  const columns = columnsOf(outcomes);
  const rows = (Object.keys(FEATURES) as FeatureName[]).map((feature) => [
    feature,
    sinceOf(feature, 'Terraform') ?? 'no',
    sinceOf(feature, 'OpenTofu') ?? 'no',
    ...columns.map((column) => cell(outcomes, column, feature)),
  ]);
  const titles = columns.map(({ product, version }) => `${product} ${version}`);
  const matrix = table(['Feature', 'Needs Terraform', 'Needs OpenTofu', ...titles], rows);
  return `\`npm run compatibility\` wrote this table on ${date}.\n\n${matrix}`;
}

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
