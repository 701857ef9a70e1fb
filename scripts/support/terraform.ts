import { onPath } from './on-path';
import { run } from './run';

/** Oldest version that supports write-only attributes, the same for Terraform and OpenTofu. */
const MINIMUM = '1.11.0';

export interface TerraformCli {
  readonly path: string;
  readonly product: 'Terraform' | 'OpenTofu';
  readonly version: string;
}

/** No command line, or one that is too old. The message says what was found, what is needed and how to get it. */
export class TerraformNotFoundError extends Error {
  override readonly name = 'TerraformNotFoundError';
}

/** In `COFFER_TERRAFORM`, else `terraform`, else `tofu` on the PATH. Throws a {@link TerraformNotFoundError} for none, or if the first is too old. */
export async function findTerraform(env: NodeJS.ProcessEnv = process.env): Promise<TerraformCli> {
  const path =
    env.COFFER_TERRAFORM || (await onPath('terraform', env.PATH ?? '')) || (await onPath('tofu', env.PATH ?? ''));
  if (!path) {
    throw new TerraformNotFoundError(
      `Neither terraform nor tofu is on the PATH. Version ${MINIMUM} or newer of either is needed.\n${HOW_TO_GET}`,
    );
  }
  const { product, version } = await identifyTerraform(path, env);
  if (compareVersions(version, MINIMUM) < 0) {
    throw new TerraformNotFoundError(
      `${path} is ${product} ${version}; version ${MINIMUM} or newer is needed.\n${HOW_TO_GET}`,
    );
  }
  return { path, product, version };
}

const HOW_TO_GET =
  'Install Terraform (developer.hashicorp.com/terraform/install) or OpenTofu (opentofu.org/docs/intro/install), ' +
  'or name an executable in COFFER_TERRAFORM.';

/** Reads the product and version of a program. Throws a {@link TerraformNotFoundError} if it is neither Terraform nor OpenTofu. */
export async function identifyTerraform(path: string, env: NodeJS.ProcessEnv = process.env): Promise<TerraformCli> {
  const unusable = (why: string) =>
    new TerraformNotFoundError(`${path} cannot be used: ${why}. Version ${MINIMUM} or newer is needed.\n${HOW_TO_GET}`);
  const { code, stdout, output } = await run(path, ['version', '-json'], {
    env: { ...env, CHECKPOINT_DISABLE: '1' },
  }).catch((error: Error) => {
    throw unusable(error.message);
  });
  const found = parseVersion(stdout);
  if (code !== 0 || !found) throw unusable(`"version -json" printed ${JSON.stringify(output.slice(0, 200))}`);
  return { path, ...found };
}

/**
 * Product and version in the output of `version -json`. Warnings may precede the object: OpenTofu prints those about settings
 * there. Only Terraform reports whether it is outdated; otherwise the objects are alike.
 */
export function parseVersion(stdout: string): Omit<TerraformCli, 'path'> | undefined {
  try {
    const object = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, unknown>;
    const [version] = /^\d+\.\d+\.\d+/.exec(String(object.terraform_version)) ?? [];
    return version === undefined
      ? undefined
      : { product: 'terraform_outdated' in object ? 'Terraform' : 'OpenTofu', version };
  } catch {
    return undefined;
  }
}

/** Negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return (left ?? []).reduce((found, part, i) => found || part - (right?.[i] ?? 0), 0);
}
