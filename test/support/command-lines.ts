import { findOpenTofu, INSTALLABLE, installCommandLine, NEWEST } from '../../scripts/support/command-lines';
import { findTerraform, identifyTerraform, type TerraformCli } from '../../scripts/support/terraform';
import { hasToolChain } from './tool-chain';

/** Set by `npm run test:matrix`: every version that can be installed instead of the newest one. */
export const ALL_VERSIONS = 'COFFER_ALL_VERSIONS';

/**
 * The command lines to test with: the one of the acceptance tests, the newest Terraform or all of them, and OpenTofu. Where none of these
 * can be installed, the first alone.
 */
export async function commandLines(): Promise<readonly TerraformCli[]> {
  const first = await findTerraform();
  const openTofu = await openTofuCommandLine('what it does with the provider');
  const others = [...(await installedTerraforms()), ...(openTofu ? [openTofu] : [])];
  const isFirst = ({ product, version }: TerraformCli) => product === first.product && version === first.version;
  return [first, ...others.filter((other) => !isFirst(other))];
}

async function installedTerraforms(): Promise<TerraformCli[]> {
  if (!(await hasToolChain('newest Terraform', 'newer command lines'))) return [];
  const minors = process.env[ALL_VERSIONS] === '1' ? INSTALLABLE : [NEWEST];
  const found: TerraformCli[] = [];
  for (const minor of minors) found.push(await identifyTerraform(await installCommandLine(minor)));
  return found;
}

/** The newest Terraform among command lines; without any, the first of them. */
export const newestOf = (lines: readonly TerraformCli[]): TerraformCli | undefined =>
  lines.findLast(({ product }) => product === 'Terraform') ?? lines[0];

/** A command line for what needs a newer one than the acceptance tests run on; undefined where nothing can be installed. */
export async function newestCommandLine(what: string): Promise<TerraformCli | undefined> {
  return (await hasToolChain('newest Terraform', what))
    ? identifyTerraform(await installCommandLine(NEWEST))
    : undefined;
}

/** OpenTofu, for what only it has; undefined where there is none. */
export async function openTofuCommandLine(what: string): Promise<TerraformCli | undefined> {
  return (await hasToolChain('OpenTofu', what)) ? findOpenTofu() : undefined;
}
