import { compareVersions, type TerraformCli } from '../support/terraform';

/** A use of the command line, and the first version that supports it. Each has tests in `test/compatibility/`. */
interface Feature {
  /** Undefined if Terraform does not support it. */
  readonly terraform?: string;
  /** Undefined if OpenTofu does not support it. */
  readonly openTofu?: string;
}

const EVERYWHERE: Feature = { terraform: '1.11', openTofu: '1.11' };

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
  'import by identity': { terraform: '1.12', openTofu: '1.12' },
  'list resources, `terraform query`': { terraform: '1.14' },
  'actions by `-invoke`': { terraform: '1.14' },
  'actions by `action_trigger`': { terraform: '1.14' },
  '`terraform test` with mocks and overrides': EVERYWHERE,
  '`attach`': EVERYWHERE,
  '`removed` with `destroy = false`': EVERYWHERE,
  'a state from Terraform, and back': { openTofu: '1.11' },
  'provider `for_each`': { openTofu: '1.11' },
  '`-exclude`, `-exclude-file`': { openTofu: '1.11' },
  'state and plan encryption': { openTofu: '1.11' },
  '`enabled`': { openTofu: '1.11' },
  'early evaluation: variables in module sources and backends': { openTofu: '1.11' },
  'functions of a provider alias (`provider::coffer::alias::…`)': { openTofu: '1.11' },
  '`lifecycle` with `destroy = false`': { openTofu: '1.12' },
  '`prevent_destroy` by a variable': { openTofu: '1.12' },
} satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof FEATURES;

/** The first version of a product with a feature; undefined if there is none. */
export function sinceOf(name: FeatureName, product: TerraformCli['product']): string | undefined {
  const feature: Feature = FEATURES[name];
  return product === 'Terraform' ? feature.terraform : feature.openTofu;
}

export function hasFeature({ product, version }: Omit<TerraformCli, 'path'>, name: FeatureName): boolean {
  const since = sinceOf(name, product);
  return since !== undefined && compareVersions(version, `${since}.0`) >= 0;
}
