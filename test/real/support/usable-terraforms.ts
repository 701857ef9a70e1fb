import { findTerraform, identifyTerraform, type TerraformCli } from '../../../scripts/support/terraform';
import { findOpenTofu, INSTALLABLE, installTerraform, NEWEST } from '../../../scripts/support/terraform-versions';
import { hasToolChain } from './tool-chain';

/** Set by `npm run compatibility`: every version that can be installed instead of the newest one. */
export const ALL_VERSIONS = 'COFFER_ALL_VERSIONS';

/**
 * The Terraforms to test with: that of the acceptance tests, the newest or all installable versions, and OpenTofu. Only the first if the
 * others cannot be installed.
 */
export async function usableVersions(): Promise<readonly TerraformCli[]> {
  const first = await findTerraform();
  const openTofu = await usableOpenTofu('its use of the provider');
  const others = [...(await installedTerraforms()), ...(openTofu ? [openTofu] : [])];
  const isFirst = ({ product, version }: TerraformCli) => product === first.product && version === first.version;
  return [first, ...others.filter((other) => !isFirst(other))];
}

async function installedTerraforms(): Promise<TerraformCli[]> {
  if (!(await hasToolChain('newest Terraform', 'newer versions'))) return [];
  const minors = process.env[ALL_VERSIONS] === '1' ? INSTALLABLE : [NEWEST];
  const found: TerraformCli[] = [];
  for (const minor of minors) found.push(await identifyTerraform(await installTerraform(minor)));
  return found;
}

/** The newest Terraform of these; the first one if none is a Terraform. */
export const newestOf = (versions: readonly TerraformCli[]): TerraformCli | undefined =>
  versions.findLast(({ product }) => product === 'Terraform') ?? versions[0];

/** The newest Terraform, for tests that need a newer one than the acceptance tests; undefined if it cannot be installed. */
export async function newestTerraform(what: string): Promise<TerraformCli | undefined> {
  return (await hasToolChain('newest Terraform', what)) ? identifyTerraform(await installTerraform(NEWEST)) : undefined;
}

/** OpenTofu, for tests of its own features; undefined if there is none. */
export async function usableOpenTofu(what: string): Promise<TerraformCli | undefined> {
  return (await hasToolChain('OpenTofu', what)) ? findOpenTofu() : undefined;
}
