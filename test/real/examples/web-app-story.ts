import { expect, onTestFinished } from 'vitest';
import { Emulator } from '../../../emulator';
import { claimUnreadable, folderPlace, type Place, textPlace } from '../../../scripts/demo/claims';
import { type PlannedChange, Workspace } from '../../support/workspace';
import type { Build } from '../support/builds';

/** Values that must not appear anywhere. The last one replaces `session_secret`. */
const CANARIES = {
  payment_api_key: 'canary-payment-api-key',
  session_secret: 'canary-session-secret',
  ghcr_token: 'canary-ghcr-token',
  next_session_secret: 'canary-next-session-secret',
};

/** Must be found in every place that is searched for the canaries. */
const KNOWN = 'payment-api-key';

const FIRST = {
  TF_VAR_payment_api_key: CANARIES.payment_api_key,
  TF_VAR_session_secret: CANARIES.session_secret,
  TF_VAR_ghcr_username: 'octocat',
  TF_VAR_ghcr_token: CANARIES.ghcr_token,
};

const ROTATION = {
  env: { TF_VAR_session_secret: CANARIES.next_session_secret, TF_VAR_session_secret_version: '2' },
};

const PLAN = ['plan', '-input=false', '-no-color', '-out=plan.bin'];

/** The web application of the examples, with the provider from the mirror and its own emulator. */
export class WebAppStory {
  readonly #places: Place[] = [];

  private constructor(
    readonly emulator: Emulator,
    readonly workspace: Workspace,
  ) {}

  /** Calls `lay` to put the configuration into the workspace's folder, and initializes it. Everything is removed with the test. */
  static async start(build: Build, lay: (workspace: Workspace) => Promise<void>): Promise<WebAppStory> {
    const emulator = await Emulator.start();
    onTestFinished(() => emulator.stop());
    const workspace = await Workspace.create(emulator, { build, installation: 'mirror', env: FIRST });
    onTestFinished(() => workspace[Symbol.asyncDispose]());
    await lay(workspace);
    await workspace.init();
    return new WebAppStory(emulator, workspace);
  }

  /** Applies, and expects the service to have what the example promises. */
  async apply(): Promise<void> {
    await this.workspace.apply();

    const { inspect } = this.emulator;
    expect(this.secretValues()).toEqual({
      'payment-api-key': CANARIES.payment_api_key,
      'session-secret': CANARIES.session_secret,
    });
    expect(inspect.pullSecrets()).toMatchObject([{ server: 'ghcr.io', username: 'octocat' }]);
    expect(inspect.pullSecrets().map(({ id }) => inspect.pullSecretPassword(id))).toEqual([CANARIES.ghcr_token]);
    const [bucket] = inspect.buckets();
    expect(bucket).toMatchObject({ maxSize: 5n * 1024n ** 3n });
    const permissions = inspect.accessKeys().map((key) => ({ buckets: key.bucketIds, ...key.permissions }));
    const none = { buckets: [bucket?.id], read: false, write: false, owner: false };
    expect(permissions).toHaveLength(2);
    expect(permissions).toEqual(
      expect.arrayContaining([
        { ...none, read: true },
        { ...none, write: true },
      ]),
    );
  }

  /** Expects a second plan to be empty. */
  async planNothing(): Promise<void> {
    const { changes, output } = await this.workspace.plan();
    await this.#keep(output);

    expect(changes).toEqual([]);
    expect(output).toContain('No changes.');
  }

  /**
   * Changes value and version of the session secret: the plan has one update, and the apply sends one request. Constructs write the variable
   * into the version, HCL has the version alone.
   */
  async rotate(version = 'var.session_secret/2'): Promise<void> {
    const { output } = await this.workspace.must(PLAN, ROTATION);
    const shown = await this.#keep(output);
    const before = this.#writes().length;
    await this.workspace.must(['apply', '-input=false', '-no-color', 'plan.bin'], {
      ...ROTATION,
      withoutPlan: 'the next command is one, and is searched for values',
    });
    const next = await this.workspace.must(PLAN, ROTATION);
    await this.#keep(next.output);

    const { resource_changes: all } = JSON.parse(shown) as { resource_changes: PlannedChange[] };
    const changes = all.filter(({ change }) => change.actions.join() !== 'no-op').map(({ change }) => change);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ actions: ['update'], before: { name: 'session-secret' } });
    expect(changes[0]?.after).toEqual({ ...changes[0]?.before, value_wo_version: version });
    expect(this.#writes().slice(before)).toEqual(['PUT /secrets']);
    expect(this.secretValues()).toEqual({
      'payment-api-key': CANARIES.payment_api_key,
      'session-secret': CANARIES.next_session_secret,
    });
    expect(next.output).toContain('No changes.');
  }

  /** Expects every output to be marked as sensitive, and to hold the values that the service assigned. */
  async readOutputs(): Promise<void> {
    const { stdout } = await this.workspace.must(['output', '-json']);
    const outputs = JSON.parse(stdout) as Record<string, { sensitive: boolean; value: unknown }>;

    const { inspect } = this.emulator;
    const credentials = (permission: 'read' | 'write') =>
      inspect
        .accessKeys()
        .filter(({ permissions }) => permissions[permission])
        .map(({ id, accessKeyId }) => ({
          access_key_id: accessKeyId,
          secret_access_key: inspect.secretAccessKey(id),
          endpoint: this.emulator.s3Endpoint,
        }))[0];
    expect(Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))).toEqual({
      pull_secret_id: inspect.pullSecrets()[0]?.id,
      uploads_bucket: inspect.buckets()[0]?.alias,
      uploads_endpoint: this.emulator.s3Endpoint,
      uploads_reader: credentials('read'),
      uploads_writer: credentials('write'),
    });
    expect(Object.values(outputs).every(({ sensitive }) => sensitive)).toBe(true);
  }

  /** Expects no canary in any file, including state, or in any plan shown so far. */
  async searchForValues(): Promise<void> {
    const files = await folderPlace('the files', this.workspace.folder, KNOWN);

    claimUnreadable(CANARIES, [files, ...this.#places]);
  }

  /** Destroys; the pull secret remains, and Terraform names it. */
  async destroy(): Promise<void> {
    const [left] = this.emulator.inspect.pullSecrets();
    const { output } = await this.workspace.destroy();

    const { inspect } = this.emulator;
    expect(await this.workspace.state()).toEqual([]);
    expect([inspect.secrets(), inspect.buckets(), inspect.accessKeys()]).toEqual([[], [], []]);
    expect(inspect.pullSecrets()).toEqual([left]);
    expect(output.split('Pull secret stays at the service')[1]).toContain(left?.id);
  }

  /** Values of the service's secrets by name. */
  secretValues(): Record<string, string> {
    const { inspect } = this.emulator;
    return Object.fromEntries(inspect.secrets().map(({ id, name }) => [name, inspect.secretValue(id)]));
  }

  /** Keeps a plan as text and as JSON for the search. Returns the JSON. */
  async #keep(output: string): Promise<string> {
    const { stdout } = await this.workspace.must(['show', '-json', 'plan.bin']);
    this.#places.push(textPlace('a plan', output + stdout, KNOWN));
    return stdout;
  }

  #writes(): string[] {
    const requests = this.emulator.journal.requests().filter(({ method }) => method !== 'GET');
    return requests.map(({ method, path }) => `${method} ${path}`);
  }
}
