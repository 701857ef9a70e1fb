import { compareVersions, type TerraformCli } from '../support/terraform';
import { FEATURES, type FeatureName, hasFeature, sinceOf } from './features';

/** Test result of a feature on one command line. */
export interface Outcome {
  /** Product and version: `Terraform 1.15.5`. */
  readonly cli: string;
  readonly feature: string;
  readonly passed: boolean;
}

type Column = Omit<TerraformCli, 'path'>;

/** Markdown of `docs/compatibility.md`. Throws if a feature that a command line supports was not tested on it. */
export function compatibilityPage(outcomes: readonly Outcome[], date: string): string {
  const columns = columnsOf(outcomes);
  const tested = columns.some(({ product }) => product === 'OpenTofu');
  const titles = [...columns.map(({ product, version }) => `${product} ${version}`), ...(tested ? [] : ['OpenTofu'])];
  const rows = (Object.keys(FEATURES) as FeatureName[]).map((feature) => [
    feature,
    ...columns.map((column) => cell(outcomes, column, feature)),
    ...(tested ? [] : [sinceOf(feature, 'OpenTofu') === undefined ? 'not in OpenTofu' : 'untested']),
  ]);
  return [
    '# Compatibility',
    '',
    `Written by \`npm run test:matrix\` on ${date}; not edited by hand. Each cell stands for tests in \`test/compatibility/\` that ran the real`,
    'command line on Linux x86-64, with the compiled provider, against the emulator.',
    '',
    table(['Feature', ...titles], rows),
    '',
    '"not in this version": the command line does not have the feature. Every feature with the first version that has it:',
    '[versions](guides/versions.md).',
    '',
    ...(tested ? [] : [OPENTOFU, '']),
  ].join('\n');
}

const OPENTOFU = `OpenTofu is untested here: it is in no package that these tests can install. The acceptance tests were run elsewhere with OpenTofu 1.12.6.
Before the provider planned a null identity for a create, no apply worked; with that, three failures were left: an assertion on the page about
\`terraform test\`, a test of state upgrades that named the provider by one address only, and the check of the version. All are fixed, and
the tests have not been run with OpenTofu since. To run them: \`COFFER_TERRAFORM=tofu npm run test:matrix\`.`;

function columnsOf(outcomes: readonly Outcome[]): Column[] {
  const columns = [...new Set(outcomes.map(({ cli }) => cli))].map((cli) => {
    const [product = '', version = ''] = cli.split(' ');
    return { product: product as Column['product'], version };
  });
  return columns.sort((a, b) => b.product.localeCompare(a.product) || compareVersions(a.version, b.version));
}

function cell(outcomes: readonly Outcome[], column: Column, feature: FeatureName): string {
  if (!hasFeature(column, feature)) return column.product === 'OpenTofu' ? 'not in OpenTofu' : 'not in this version';
  const cli = `${column.product} ${column.version}`;
  const found = outcomes.filter((outcome) => outcome.cli === cli && outcome.feature === feature);
  if (found.length === 0) throw new Error(`${feature} has no test that ran with ${cli}.`);
  return found.every(({ passed }) => passed) ? 'passed' : 'failed';
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
