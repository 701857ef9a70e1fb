import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Emulator } from '../../emulator';
import { makeLowLevel } from '../sources/low-level';
import { bin, inRoot } from '../support/paths';
import type { TerraformCli } from '../support/terraform';
import type { Commands } from './commands';

const EXAMPLE = inRoot('examples/constructs/web-app');
const STACK = 'web-app';

/** Types of the resources that the stack defines. */
export const MADE = [
  'coffer_secret',
  'coffer_secret',
  'coffer_pull_secret',
  'coffer_bucket',
  'coffer_access_key',
  'coffer_access_key',
] as const;

interface PlannedChange {
  readonly address: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
  };
}

export interface StackVariables {
  readonly payment_api_key: string;
  readonly session_secret: string;
  readonly session_secret_version: string;
  readonly ghcr_username: string;
  readonly ghcr_token: string;
}

/** A plan, and everything that Terraform shows of it. */
export interface Plan {
  /** All changes other than no-ops. */
  readonly changes: readonly PlannedChange[];
  readonly text: string;
  readonly json: string;
}

export interface StateResource {
  readonly address: string;
  readonly type: (typeof MADE)[number];
  readonly values: Readonly<Record<string, unknown>>;
  /** True for each value that is marked as sensitive. */
  readonly sensitive_values: Readonly<Record<string, unknown>>;
}

/**
 * The environment of the story: a temporary folder, and an emulator in this process. The example runs from its own folder, but CDKTF and
 * Terraform write only to the temporary folder. Disposing of the stage removes everything.
 */
export class Stage implements AsyncDisposable {
  #emulator: Emulator | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'coffer-demo-'));
  readonly #path = (name: string) => join(this.#folder, name);
  readonly dataFolder = this.#path('emulator');
  /** Folder of the code, state and plans of CDKTF and Terraform. */
  readonly workFolder = this.#path('work');

  constructor(
    private readonly commands: Commands,
    private readonly terraform: TerraformCli,
  ) {}

  /** The emulator. Throws before {@link start}. */
  get emulator(): Emulator {
    if (!this.#emulator) throw new Error('the emulator has not been started');
    return this.#emulator;
  }

  /** Builds the provider, if it is not up to date. Returns the path of the program. */
  async buildProvider(): Promise<string> {
    const options = { cwd: inRoot(), env: process.env };
    const { stdout } = await this.commands.run(bin('tsx'), [inRoot('scripts/build-provider.ts')], options);
    return stdout.trim().split('\n').at(-1) ?? '';
  }

  /** Starts the emulator on free ports, on disk, so that what it stores can be searched. */
  async start(): Promise<void> {
    this.#emulator = await Emulator.start({ dataDir: this.dataFolder });
  }

  /** Prepares the folder: the app's settings for CDKTF, and Terraform's settings with the provider mirror. */
  async prepare(): Promise<void> {
    await makeLowLevel();
    for (const folder of [this.workFolder, this.#path('tmp'), this.#path('cdktf-home')]) await mkdir(folder);
    const settings: unknown = JSON.parse(await readFile(join(EXAMPLE, 'cdktf.json'), 'utf8'));
    const app = [bin('tsx'), join(EXAMPLE, 'main.ts')].map(quote).join(' ');
    await writeFile(join(this.workFolder, 'cdktf.json'), JSON.stringify({ ...(settings as object), app }));
    const mirror = JSON.stringify(inRoot('dist/mirror'));
    await writeFile(
      this.#path('cli.tfrc'),
      `provider_installation {\n  filesystem_mirror {\n    path = ${mirror}\n  }\n}\n`,
    );
  }

  /** Runs `cdktf deploy` or `cdktf destroy`, with its flags. Returns the output. */
  async cdktf(command: readonly string[], values: StackVariables, onLine: (line: string) => void): Promise<string> {
    // The mirror has only this platform, so there is nothing to lock for others.
    const args = [...command, STACK, '--auto-approve', '--skip-provider-lock'];
    const options = { cwd: this.workFolder, env: this.#environment(values), onLine };
    return (await this.commands.run(bin('cdktf'), args, options)).output;
  }

  /** Plans the last synthesized code. */
  async plan(values: StackVariables): Promise<Plan> {
    const file = this.#path('plan');
    const { output: text } = await this.#terraform(['plan', '-input=false', '-no-color', `-out=${file}`], values);
    const { stdout: json } = await this.#terraform(['show', '-json', file], values);
    const { resource_changes: all = [] } = JSON.parse(json) as { resource_changes?: PlannedChange[] };
    return { changes: all.filter(({ change }) => change.actions.join() !== 'no-op'), text, json };
  }

  /** Every resource in state, in the order of {@link MADE}. */
  async state(values: StackVariables): Promise<readonly StateResource[]> {
    const { stdout } = await this.#terraform(['show', '-json'], values);
    const { values: state } = JSON.parse(stdout) as { values?: { root_module?: { resources?: StateResource[] } } };
    const rank = ({ type }: StateResource) => MADE.indexOf(type);
    return (state?.root_module?.resources ?? []).sort((a, b) => rank(a) - rank(b));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#emulator?.stop();
    // A killed process may still be writing its last file.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #terraform(args: readonly string[], values: StackVariables) {
    const cwd = join(this.workFolder, 'cdktf.out/stacks', STACK);
    return this.commands.run(this.terraform.path, args, { cwd, env: this.#environment(values) });
  }

  #environment(values: StackVariables): NodeJS.ProcessEnv {
    const { baseUrl, token, projectId } = this.emulator;
    // Settings of the caller, such as another provider mirror, must not leak in.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(TF|CDKTF|COFFER)_/.test(name));
    const variables = Object.entries(values).map(([name, value]) => [`TF_VAR_${name}`, value]);
    return {
      ...Object.fromEntries([...inherited, ...variables]),
      PATH: [inRoot('node_modules/.bin'), process.env.PATH].join(delimiter),
      TMPDIR: this.#path('tmp'),
      COFFER_BASE_URL: baseUrl,
      COFFER_TOKEN: token,
      COFFER_PROJECT_ID: projectId,
      COFFER_LIST_CONFIRMATION: '0s',
      TERRAFORM_BINARY_NAME: this.terraform.path,
      TF_CLI_CONFIG_FILE: this.#path('cli.tfrc'),
      TF_IN_AUTOMATION: '1',
      CDKTF_HOME: this.#path('cdktf-home'),
      // A cached provider of the same version would hide the rebuilt one.
      CDKTF_DISABLE_PLUGIN_CACHE_ENV: '1',
      CHECKPOINT_DISABLE: '1',
      CI: '1',
    };
  }
}

/** Quotes for the shell in which CDKTF runs the app's command. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
