import { compareVersions, type TerraformCli } from '../support/terraform';

/** A use of the command line, and the first version of each product that supports it, if one does. Each has tests in `test/real/compatibility/`. */
type Feature = Readonly<Partial<Record<TerraformCli['product'], string>>>;

const EVERYWHERE: Feature = { Terraform: '1.11', OpenTofu: '1.11' };

export const FEATURES = {
  'create, update, replace and destroy every resource': EVERYWHERE,
  'plans and state as JSON': EVERYWHERE,
  'data sources': EVERYWHERE,
  'functions (`provider::coffer::…`)': EVERYWHERE,
  'write-only arguments': EVERYWHERE,
  'ephemeral `coffer_access_key`, ephemeral variables': EVERYWHERE,
  'import by id, name and alias': EVERYWHERE,
  '`import` blocks with `for_each`': EVERYWHERE,
  '`-generate-config-out`': EVERYWHERE,
  'import by identity': { Terraform: '1.12', OpenTofu: '1.12' },
  'list resources, `terraform query`': { Terraform: '1.14' },
  'actions by `-invoke`': { Terraform: '1.14' },
  'actions by `action_trigger`': { Terraform: '1.14' },
  '`terraform test` with mocks and overrides': EVERYWHERE,
  '`attach`': EVERYWHERE,
  '`removed` with `destroy = false`': EVERYWHERE,
  'a state from Terraform, and back': { OpenTofu: '1.11' },
  'provider `for_each`': { OpenTofu: '1.11' },
  '`-exclude`, `-exclude-file`': { OpenTofu: '1.11' },
  'state and plan encryption': { OpenTofu: '1.11' },
  '`enabled`': { OpenTofu: '1.11' },
  'early evaluation: variables in module sources and backends': { OpenTofu: '1.11' },
  'functions of a provider alias (`provider::coffer::alias::…`)': { OpenTofu: '1.11' },
  '`lifecycle` with `destroy = false`': { OpenTofu: '1.12' },
  '`prevent_destroy` by a variable': { OpenTofu: '1.12' },
} satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof FEATURES;

/** The first version of a product with a feature; undefined if there is none. */
export const sinceOf = (name: FeatureName, product: TerraformCli['product']): string | undefined =>
  (FEATURES[name] as Feature)[product];

export function hasFeature({ product, version }: Omit<TerraformCli, 'path'>, name: FeatureName): boolean {
  const since = sinceOf(name, product);
  return since !== undefined && compareVersions(version, `${since}.0`) >= 0;
}
