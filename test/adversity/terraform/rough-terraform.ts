import type { Emulator, Project } from '../../../emulator';
import type { RunResult } from '../../../scripts/support/run';
import { type Clock, skippingEnvironment } from '../../host/provider/support/environment';
import { type AttachedProvider, attachProvider } from '../../host/provider/support/served-provider';
import { BadLine, clockOf } from '../../support/bad-line';
import { Workspace } from '../../support/workspace';

/**
 * Where the provider is: the built program, whose waits are real, or in this process, with a clock that moves on by what is
 * waited. Only the latter can search 30 seconds for a lost create without taking 30 seconds.
 */
export type Placed = 'built' | 'attached';

/** How long the built program finds nobody listening, in milliseconds. */
const OUTAGE_MS = 50;

/** The real Terraform, whose provider reaches the emulator over a bad line. */
export class RoughTerraform implements AsyncDisposable {
  private constructor(
    readonly line: BadLine,
    readonly workspace: Workspace,
    readonly clock: Clock,
    private readonly placed: Placed,
    private readonly attached: AttachedProvider | undefined,
  ) {}

  /** `terraform` is the command line to run instead of the one of the acceptance tests. */
  static async start(
    emulator: Emulator,
    project: Project,
    placed: Placed,
    terraform?: string,
  ): Promise<RoughTerraform> {
    const line = await BadLine.start(emulator.baseUrl, { outageMs: placed === 'built' ? OUTAGE_MS : undefined });
    const clock = clockOf(line);
    const target = { ...project, baseUrl: line.baseUrl };
    const { sleep } = skippingEnvironment(target, clock);
    const attached = placed === 'attached' ? await attachProvider(target, clock, sleep) : undefined;
    const env = attached ? { TF_REATTACH_PROVIDERS: attached.reattach } : {};
    const installation = attached ? 'dev_overrides' : 'attached';
    const workspace = await Workspace.create(target, {
      installation,
      env,
      ...(terraform !== undefined && { terraform }),
    });
    return new RoughTerraform(line, workspace, clock, placed, attached);
  }

  /**
   * Writes the configuration, in Terraform's JSON. Names and values hold no `${`. One argument a line, because Terraform quotes
   * the line of an argument at fault: a value beside it would be in its output.
   */
  configure(resource: object): Promise<void> {
    return this.workspace.write(JSON.stringify({ resource }, null, 2), 'main.tf.json');
  }

  /** Writes the provider block. Nobody else writes, unless the settings say otherwise. */
  async settle(settings: object, requestTimeout: string): Promise<void> {
    const waits = this.placed === 'built' ? { retry_wait_min: '10ms', retry_wait_max: '100ms' } : {};
    const coffer = { request_timeout: requestTimeout, lost_creates: 'sole_writer', ...waits, ...settings };
    await this.workspace.write(JSON.stringify({ provider: { coffer } }), 'provider.tf.json');
  }

  /** Runs a command that changes something, whatever comes of it. */
  change(...command: string[]): Promise<RunResult> {
    return this.workspace.run([...command, '-auto-approve', '-input=false', '-no-color']);
  }

  /** Objects in state that Terraform would replace or delete only because of what went wrong. */
  async damaged(): Promise<string[]> {
    const resources = await this.workspace.state();
    return resources.filter((one) => one.tainted || one.deposed_key).map(({ address }) => address);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.attached?.[Symbol.asyncDispose]();
    await this.workspace[Symbol.asyncDispose]();
    await this.line[Symbol.asyncDispose]();
  }
}
