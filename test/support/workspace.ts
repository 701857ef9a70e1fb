import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REATTACH_VARIABLE } from '../../framework/protocol/reattach';
import { type RunOptions, type RunResult, run } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { type Build, executableOf, mirrorOf } from '../real/support/builds';
import { type DebugProvider, startProvider } from '../real/support/debug-provider';

/**
 * How Terraform finds the provider: attached to one process that serves every command of the workspace; installed from a filesystem
 * mirror; or taken from where it was built. In the last two each command starts processes of its own, which takes three times as much CPU:
 * they are for tests of processes, of what they log, and of how they are installed.
 */
export type Installation = 'attached' | 'mirror' | 'dev_overrides';

/** Names the provider's source. */
const SOURCE = 'terraform {\n  required_providers {\n    coffer = { source = "coffer/coffer" }\n  }\n}\n';

/** Variables that the provider does not read, so that a command can have its own with a provider that was started before. */
const FOR_TERRAFORM = /^TF_(VAR_|CLI_ARGS)/;

/** What a workspace connects to: a whole emulator, or one of its projects. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
}

export interface WorkspaceOptions {
  readonly build?: Build;
  readonly installation?: Installation;
  /** The command line to run instead of the one that {@link findTerraform} finds. */
  readonly terraform?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How {@link Workspace.must} runs a command. */
export interface MustOptions extends Pick<RunOptions, 'env'> {
  /** Why there is no plan right after this apply. */
  readonly withoutPlan?: string;
}

/** A resource in `terraform show -json`. */
export interface StateResource {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** From Terraform 1.12 on. */
  readonly identity?: Readonly<Record<string, unknown>>;
  readonly tainted?: boolean;
  readonly deposed_key?: string;
}

/** A change in `terraform show -json PLANFILE`. */
export interface PlannedChange {
  readonly address: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
    readonly after_unknown: Readonly<Record<string, unknown>>;
    readonly replace_paths?: readonly unknown[];
    readonly importing?: { readonly id?: string; readonly identity?: Readonly<Record<string, unknown>> };
  };
}

/** A line of `terraform plan -json`. */
interface PlanEvent {
  readonly type: string;
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
}

/** A folder with a configuration, and the real Terraform to run on it. */
export class Workspace implements AsyncDisposable {
  #provider: Promise<DebugProvider> | undefined;

  private constructor(
    readonly folder: string,
    private readonly terraform: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
    readonly build: Build,
    readonly installation: Installation,
  ) {}

  static async create(target: Target, options: WorkspaceOptions = {}): Promise<Workspace> {
    const { build = 'compiled', installation = 'attached', env = {} } = options;
    const folder = await mkdtemp(join(tmpdir(), 'coffer-workspace-'));
    await mkdir(join(folder, 'tmp'));
    await writeFile(join(folder, 'cli.tfrc'), cliConfig(build, installation));
    const inherited = Object.keys(process.env).filter((name) => /^(TF_|COFFER_)/.test(name));
    const path = options.terraform ?? (await findTerraform()).path;
    return new Workspace(
      folder,
      path,
      {
        ...Object.fromEntries(inherited.map((name) => [name, undefined])),
        CHECKPOINT_DISABLE: '1',
        TF_IN_AUTOMATION: '1',
        TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
        TMPDIR: join(folder, 'tmp'),
        COFFER_BASE_URL: target.baseUrl,
        COFFER_TOKEN: target.token,
        COFFER_PROJECT_ID: target.projectId,
        COFFER_LIST_CONFIRMATION: '0s',
        ...(build === 'released' && { COFFER_BUNDLED_GLIBC: '1' }),
        ...env,
      },
      build,
      installation,
    );
  }

  /** Writes the configuration; the block that names the provider's source is added. */
  async write(hcl: string, file = 'main.tf'): Promise<void> {
    await writeFile(join(this.folder, file), hcl);
    await writeFile(join(this.folder, 'versions.tf'), SOURCE);
  }

  /** Writes a module into a folder of its own. */
  async writeModule(name: string, hcl: string): Promise<void> {
    await mkdir(join(this.folder, name), { recursive: true });
    await writeFile(join(this.folder, name, 'main.tf'), hcl + SOURCE);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8');
  }

  /** Runs a command whatever comes of it. With variables that the provider may read, it starts a provider of its own. */
  async run(args: readonly string[], options: Pick<RunOptions, 'env' | 'onOutput'> = {}): Promise<RunResult> {
    const { env = {}, onOutput } = options;
    const attaches = this.installation === 'attached' && Object.keys(env).every((name) => FOR_TERRAFORM.test(name));
    const attached = attaches ? { [REATTACH_VARIABLE]: await this.#reattach() } : {};
    return this.runProgram(this.terraform, args, { env: { ...attached, ...env }, ...(onOutput && { onOutput }) });
  }

  /** Runs another program as if it were Terraform. */
  runProgram(
    program: string,
    args: readonly string[],
    options: Pick<RunOptions, 'env' | 'onOutput' | 'answer'> = {},
  ): Promise<RunResult> {
    return run(program, args, { cwd: this.folder, ...options, env: { ...this.env, ...options.env } });
  }

  /** Starts a command and leaves it to the caller. Its output is thrown away, unless `stdio` says otherwise. */
  spawn(args: readonly string[], options: Pick<SpawnOptions, 'detached' | 'stdio'> = {}): ChildProcess {
    return this.spawnProgram(this.terraform, args, options);
  }

  /** Starts another program as if it were Terraform. */
  spawnProgram(
    program: string,
    args: readonly string[],
    options: Pick<SpawnOptions, 'detached' | 'stdio'> = {},
  ): ChildProcess {
    return spawn(program, [...args], {
      cwd: this.folder,
      env: { ...process.env, ...this.env },
      stdio: 'ignore',
      ...options,
    });
  }

  /** Runs a command that has to succeed. After an apply the plan has to be empty, unless `withoutPlan` says why nobody looks. */
  async must(args: readonly string[], options: MustOptions = {}): Promise<RunResult> {
    const { env = {}, withoutPlan } = options;
    const result = await this.run(args, { env });
    if (result.code !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${result.code}\n${result.output}`);
    if (args[0] === 'apply' && withoutPlan === undefined) await this.#planNothing(args, env);
    return result;
  }

  /** Plans with what limited an apply and with its variables, and throws where anything is left to do. */
  async #planNothing(applied: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<void> {
    const limits = applied.filter((arg) => /^-(target|exclude|exclude-file|var)=/.test(arg));
    const plan = ['plan', '-input=false', '-no-color', '-detailed-exitcode', ...limits];
    const { code, output } = await this.run(plan, { env });
    if (code !== 0) throw new Error(`the plan right after terraform ${applied.join(' ')} is not empty\n${output}`);
  }

  async init(): Promise<void> {
    if (this.installation === 'mirror') await this.must(['init', '-input=false', '-no-color']);
  }

  apply(...args: string[]): Promise<RunResult> {
    return this.must(['apply', '-auto-approve', '-input=false', '-no-color', ...args]);
  }

  destroy(...args: string[]): Promise<RunResult> {
    return this.must(['destroy', '-auto-approve', '-input=false', '-no-color', ...args]);
  }

  /** Plans, and gives the changes that are more than nothing. */
  async plan(...args: string[]): Promise<{ readonly changes: readonly PlannedChange[]; readonly output: string }> {
    const { output } = await this.must(['plan', '-input=false', '-no-color', '-out=plan.bin', ...args]);
    const { stdout } = await this.must(['show', '-json', 'plan.bin']);
    const { resource_changes: all = [] } = JSON.parse(stdout) as { resource_changes?: PlannedChange[] };
    const isChange = ({ change }: PlannedChange) => change.actions.join() !== 'no-op' || change.importing !== undefined;
    return { changes: all.filter(isChange), output };
  }

  /** Actions of a plan by address: `{ "coffer_secret.a": "update" }`; with `-refresh-only`, what it would take over. */
  async planActions(...args: string[]): Promise<Record<string, string>> {
    const { stdout } = await this.must(['plan', '-input=false', '-json', ...args]);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PlanEvent);
    return Object.fromEntries(
      events.flatMap(({ type, change }) => {
        const counts = type === 'planned_change' || (type === 'resource_drift' && args.includes('-refresh-only'));
        return counts && change ? [[change.resource.addr, change.action]] : [];
      }),
    );
  }

  /** Every resource in state, of the root module: from the file where there is one, which starts neither Terraform nor the provider. */
  async state(): Promise<readonly StateResource[]> {
    const file = join(this.folder, 'terraform.tfstate');
    return existsSync(file) ? resourcesIn(await readFile(file, 'utf8')) : this.shown();
  }

  /** The same as Terraform shows it, which takes the provider's schema. */
  async shown(): Promise<readonly StateResource[]> {
    const { stdout } = await this.must(['show', '-json']);
    const { values } = JSON.parse(stdout) as { values?: { root_module?: { resources?: StateResource[] } } };
    return values?.root_module?.resources ?? [];
  }

  /** Values of one resource in state. Throws when it is not there. */
  async resource(address: string): Promise<Readonly<Record<string, unknown>>> {
    const found = (await this.state()).find((resource) => resource.address === address);
    if (!found) throw new Error(`${address} is not in state`);
    return found.values;
  }

  /** The value of an output. */
  async output<T>(name: string): Promise<T> {
    return JSON.parse((await this.must(['output', '-json', name])).stdout) as T;
  }

  /** The values of all outputs by name. */
  async outputs<T extends object>(): Promise<T> {
    const all = JSON.parse((await this.must(['output', '-json'])).stdout) as Record<
      string,
      { readonly value: unknown }
    >;
    return Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value])) as T;
  }

  /**
   * The process that serves this workspace, beside those of other providers that its environment names. Its socket lies where the operating
   * system has temporary files, and not in the workspace.
   */
  async #reattach(): Promise<string> {
    this.#provider ??= startProvider(this.build, { ...this.env, TMPDIR: process.env.TMPDIR }, this.folder);
    const { reattach } = await this.#provider;
    const others = this.env[REATTACH_VARIABLE];
    return others === undefined ? reattach : JSON.stringify({ ...JSON.parse(others), ...JSON.parse(reattach) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#provider)?.[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A state file, version 4, as far as it is read here. */
interface StateFile {
  readonly version: number;
  readonly resources: readonly {
    readonly module?: string;
    readonly mode: 'managed' | 'data';
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly status?: 'tainted';
      readonly deposed?: string;
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly identity?: Readonly<Record<string, unknown>> | null;
    }[];
  }[];
}

/** What `terraform show -json` says of the same state. */
function resourcesIn(text: string): StateResource[] {
  const { version: format, resources } = JSON.parse(text) as StateFile;
  if (format !== 4) throw new Error(`terraform.tfstate has version ${format}, and not 4`);
  return resources.flatMap(({ module, mode, type, name, instances }) =>
    module !== undefined
      ? []
      : instances.map(({ index_key: key, status, deposed, attributes, identity }): StateResource => {
          const address = `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
          return {
            address: key === undefined ? address : `${address}[${JSON.stringify(key)}]`,
            type,
            values: attributes,
            ...(identity && { identity }),
            ...(status === 'tainted' && { tainted: true }),
            ...(deposed !== undefined && { deposed_key: deposed }),
          };
        }),
  );
}

function cliConfig(build: Build, installation: Installation): string {
  if (installation === 'mirror') {
    return `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirrorOf(build))}\n  }\n}\n`;
  }
  const folder = join(executableOf(build), '..');
  return `provider_installation {\n  dev_overrides {\n    "coffer/coffer" = ${JSON.stringify(folder)}\n  }\n}\n`;
}
