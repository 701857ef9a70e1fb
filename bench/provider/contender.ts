import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Measured, measureToEnd } from '../support/stopwatch';
import { type Installation, SOURCE } from './installation';
import type { Service } from './service';

/** The resource that Terraform itself brings: what Terraform costs without any provider process. */
export const BUILTIN = 'builtin terraform_data';

/** A provider that is measured; the builtin one has no installation. */
export interface Contender {
  readonly label: string;
  readonly installation: Installation | undefined;
  /** Whether it can run on for several commands, by `attach`. */
  readonly attaches?: boolean;
}

/** Terraform, driven for one contender in a folder of its own. */
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

  /** The environment of a command: nothing of the caller's that steers Terraform or the provider. */
  environment(target: Pick<Service, 'url' | 'token' | 'projectId'>): Record<string, string | undefined> {
    const steering = Object.keys(process.env).filter((name) => /^(TF|COFFER|PLUGIN)_/.test(name));
    return {
      ...Object.fromEntries(steering.map((name) => [name, undefined])),
      CHECKPOINT_DISABLE: '1',
      TF_CLI_CONFIG_FILE: join(this.home, 'terraformrc'),
      TF_IN_AUTOMATION: '1',
      TMPDIR: join(this.home, 'tmp'),
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      COFFER_BASE_URL: target.url,
      COFFER_TOKEN: target.token,
      COFFER_PROJECT_ID: target.projectId,
    };
  }

  /** A fresh folder with so many secrets in its configuration, initialised from the mirror. */
  async workspace(count: number, service: Service): Promise<Workspace> {
    const folder = await mkdtemp(join(this.home, `${count}-`));
    await writeFile(join(folder, 'main.tf'), configuration(count, this.contender.installation));
    const workspace = new Workspace(this.terraform, folder, this.environment(service));
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

  apply = () => this.run('apply', '-input=false', '-auto-approve');

  /** A plan that has to be empty: with this flag any difference is an exit code other than 0. */
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
