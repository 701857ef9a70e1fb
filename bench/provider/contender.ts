import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Measured, measureToEnd } from '../support/stopwatch';
import { type Installation, SOURCE } from './installation';
import type { Service } from './service';

/** What a provider is told of its service. */
export type Target = Pick<Service, 'url' | 'token' | 'projectId'>;

/** The builtin resource of Terraform: shows the cost of Terraform without any provider process. */
export const BUILTIN = 'builtin terraform_data';

/** A measured provider; the builtin one has no installation. */
export interface Contender {
  readonly label: string;
  readonly installation: Installation | undefined;
  /** Whether it can keep running for several commands, by `attach`. */
  readonly attaches?: boolean;
}

/** Runs Terraform for one contender in a separate folder. */
export class Driver {
  private constructor(
    private readonly terraform: string,
    readonly contender: Contender,
    private readonly home: string,
  ) {}

  static async create(terraform: string, contender: Contender, temporary: string): Promise<Driver> {
    const home = await mkdtemp(join(temporary, 'contender-'));
    await mkdir(join(home, 'tmp'));
    await writeFile(join(home, 'terraformrc'), cliConfig(contender.installation));
    return new Driver(terraform, contender, home);
  }

  /** The environment of a command, without the caller's variables that configure Terraform or the provider. */
  environment(target: Target): Record<string, string | undefined> {
    const steering = Object.keys(process.env).filter((name) => /^(TF|COFFER|PLUGIN)_/.test(name));
    return {
      ...Object.fromEntries(steering.map((name) => [name, undefined])),
      CHECKPOINT_DISABLE: '1',
      TF_CLI_CONFIG_FILE: join(this.home, 'terraformrc'),
      TF_IN_AUTOMATION: '1',
      TMPDIR: join(this.home, 'tmp'),
      XDG_CACHE_HOME: join(this.home, 'cache'),
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      COFFER_BASE_URL: target.url,
      COFFER_TOKEN: target.token,
      COFFER_PROJECT_ID: target.projectId,
    };
  }

  /** Creates a fresh folder with a configuration of `count` secrets, initialised from the mirror. */
  async workspace(count: number, target: Target): Promise<Workspace> {
    const folder = await mkdtemp(join(this.home, `${count}-`));
    await writeFile(join(folder, 'main.tf'), configuration(count, this.contender.installation));
    const workspace = new Workspace(this.terraform, folder, this.environment(target));
    await workspace.run('init', '-input=false');
    return workspace;
  }
}

/** A folder with a configuration. */
export class Workspace {
  constructor(
    private readonly terraform: string,
    readonly folder: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  apply = (...flags: readonly string[]) => this.run('apply', '-input=false', '-auto-approve', ...flags);

  /** Runs a plan that has to be empty: with this flag any difference gives a non-zero exit code. */
  plan = (env: Readonly<Record<string, string>> = {}) =>
    this.measure(['plan', '-input=false', '-detailed-exitcode'], env);

  destroy = () => this.run('destroy', '-input=false', '-auto-approve');

  run(...args: readonly string[]): Promise<Measured> {
    return this.measure(args, {});
  }

  private measure(args: readonly string[], more: Readonly<Record<string, string>>): Promise<Measured> {
    const command: [string, ...string[]] = [this.terraform, ...args, '-no-color'];
    return measureToEnd({ command, cwd: this.folder, env: { ...this.env, ...more } });
  }
}

function cliConfig(installation: Installation | undefined): string {
  if (!installation) return '';
  return `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(installation.mirror)}\n  }\n}\n`;
}

function configuration(count: number, installation: Installation | undefined): string {
  if (!installation) {
    return `resource "terraform_data" "bench" {
  count = ${count}
  input = "value-\${count.index}"
}
`;
  }
  return `terraform {
  required_providers {
    coffer = {
      source  = "${SOURCE}"
      version = "${installation.version}"
    }
  }
}

resource "coffer_secret" "bench" {
  count            = ${count}
  name             = "bench-\${count.index}"
  value_wo         = "value-\${count.index}"
  value_wo_version = "1"
}
`;
}
