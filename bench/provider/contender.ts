import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from '../support/server';
import { measureToEnd } from '../support/stopwatch';
import { type Installation, SOURCE } from './installation';

/** A measured provider; without an installation it is the builtin one. */
export interface Contender {
  readonly label: string;
  readonly installation: Installation | undefined;
  /** Whether it can keep running for several commands, by `attach`. */
  readonly attaches?: boolean;
}

/** Terraform for one contender, in folders of its own. */
export type Driver = Awaited<ReturnType<typeof createDriver>>;

export type Workspace = Awaited<ReturnType<Driver['workspace']>>;

/** Returns the driver of a contender, which makes its folders in a temporary one. */
export async function createDriver(terraform: string, contender: Contender, temporary: string) {
  const { installation } = contender;
  const home = await mkdtemp(join(temporary, 'contender-'));
  await mkdir(join(home, 'tmp'));
  await writeFile(join(home, 'terraformrc'), cliConfig(installation));
  /** The environment of a command, without the caller's variables that configure Terraform or the provider. */
  const environment = ({ baseUrl, token, projectId }: Target): Record<string, string | undefined> => {
    const steering = Object.keys(process.env).filter((name) => /^(TF|COFFER|PLUGIN)_/.test(name));
    return {
      ...Object.fromEntries(steering.map((name) => [name, undefined])),
      CHECKPOINT_DISABLE: '1',
      TF_CLI_CONFIG_FILE: join(home, 'terraformrc'),
      TF_IN_AUTOMATION: '1',
      TMPDIR: join(home, 'tmp'),
      XDG_CACHE_HOME: join(home, 'cache'),
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      COFFER_BASE_URL: baseUrl,
      COFFER_TOKEN: token,
      COFFER_PROJECT_ID: projectId,
    };
  };
  /** Creates a fresh folder with a configuration, initialised from the mirror. */
  const workspace = async (resources: string, target: Target) => {
    const folder = await mkdtemp(join(home, 'workspace-'));
    await writeFile(join(folder, 'main.tf'), requirements(installation) + resources);
    const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const env = { ...environment(target), ...more };
      return measureToEnd({ command: [terraform, ...args, '-input=false', '-no-color'], cwd: folder, env });
    };
    await run(['init']);
    return {
      folder,
      apply: (...flags: readonly string[]) => run(['apply', '-auto-approve', ...flags]),
      /** Runs a plan that has to be empty: with this flag any difference gives a non-zero exit code. */
      plan: (env?: Readonly<Record<string, string>>) => run(['plan', '-detailed-exitcode'], env),
      destroy: () => run(['destroy', '-auto-approve']),
    };
  };
  return { ...contender, environment, workspace };
}

/** A configuration of `count` secrets, or of as many resources of the builtin provider. */
export function secrets(count: number, { installation }: Contender): string {
  if (!installation) {
    return `resource "terraform_data" "bench" {
  count = ${count}
  input = "value-\${count.index}"
}
`;
  }
  return `resource "coffer_secret" "bench" {
  count            = ${count}
  name             = "bench-\${count.index}"
  value_wo         = "value-\${count.index}"
  value_wo_version = "1"
}
`;
}

function cliConfig(installation: Installation | undefined): string {
  if (!installation) return '';
  return `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(installation.mirror)}\n  }\n}\n`;
}

function requirements(installation: Installation | undefined): string {
  if (!installation) return '';
  return `terraform {
  required_providers {
    coffer = {
      source  = "${SOURCE}"
      version = "${installation.version}"
    }
  }
}

`;
}
