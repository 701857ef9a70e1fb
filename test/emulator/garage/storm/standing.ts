import { setTimeout as delay } from 'node:timers/promises';
import type { Stage } from './client';
import { Folder, MAX_SIZE } from './terraform';

/** What Terraform's state has of a bucket or key. */
interface InState {
  readonly address: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: read freely, as the rest of the storm does
  readonly values: any;
}

/** For so long the provider keeps in state what it made and no list shows. */
const NEW_MS = 60_000;

const APPLY = ['-auto-approve', '-input=false', '-no-color'];

/** A configuration of Terraform that stays applied through all disasters, and grows between them. */
export class Standing {
  #count = 2;
  #grownAt = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly folder: Folder,
  ) {}

  static async apply(stage: Stage): Promise<Standing> {
    const standing = new Standing(stage, await Folder.open(stage, 'terraform-standing'));
    await standing.#must('apply', ...APPLY);
    return standing;
  }

  /** Two more buckets, with their keys. */
  async grow(): Promise<void> {
    this.#count += 2;
    await this.#must('apply', ...APPLY);
    this.#grownAt = Date.now();
  }

  async destroy(): Promise<void> {
    await this.#must('destroy', ...APPLY);
  }

  /**
   * What Terraform plans to make is what the cluster has not, and nothing else; what is applied then is there, with its quota and
   * rights, and nothing is left to plan.
   */
  async check(after: string): Promise<void> {
    const { ledger, cluster } = this.stage;
    await delay(Math.max(0, this.#grownAt + NEW_MS - Date.now()));
    const before = await this.state();
    const { code, output } = await this.folder.run(['plan', '-input=false', '-no-color', '-out=plan'], this.#count);
    if (code !== 0) return void ledger.violations.push(`terraform plan failed after the ${after}: ${output}`);
    const plan = JSON.parse(await this.#must('show', '-json', 'plan'));
    const isMade = new Map<string, boolean>(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      plan.resource_changes.map(({ address, change }: any) => [address, change.actions.join() === 'create']),
    );
    const keys = new Set((await cluster.node(1).admin('GET', 'ListKeys')).map(({ id }: { id: string }) => id));
    const buckets = await cluster.node(1).admin('GET', 'ListBuckets');
    const aliases = new Set(buckets.flatMap((bucket: { globalAliases: string[] }) => bucket.globalAliases));
    for (const { address, type, values } of before) {
      const isThere = type === 'coffer_bucket' ? aliases.has(values.alias) : keys.has(values.access_key_id);
      ledger.count(`plan after the ${after}: ${isMade.get(address) ? 'made anew' : 'kept'}`);
      if (isThere === isMade.get(address)) {
        ledger.violations.push(
          `after the ${after} the cluster ${isThere ? 'has' : 'has not'} ${address}, and the plan makes ${isThere ? 'it anew' : 'none'}`,
        );
      }
    }
    await this.#must('apply', ...APPLY);
    const again = await this.folder.run(['plan', '-input=false', '-no-color', '-detailed-exitcode'], this.#count);
    if (again.code !== 0) ledger.violations.push(`after the ${after} a second plan is not empty: ${again.output}`);
    await this.#checkThere(after);
  }

  async state(): Promise<InState[]> {
    return JSON.parse(await this.#must('show', '-json')).values?.root_module?.resources ?? [];
  }

  async #checkThere(after: string): Promise<void> {
    const { ledger, cluster } = this.stage;
    const all = await this.state();
    for (const { address, values } of all.filter(({ type }) => type === 'coffer_bucket')) {
      const found = await cluster.node(1).admin('GET', 'GetBucketInfo', { globalAlias: values.alias });
      const expected = all.filter(({ values: of }) => of.bucket_ids?.includes(values.id));
      // The key with the second name of the bucket has no rights.
      const rights = (found.keys ?? [])
        // biome-ignore lint/suspicious/noExplicitAny: as above
        .filter(({ permissions }: any) => Object.values(permissions).includes(true))
        // biome-ignore lint/suspicious/noExplicitAny: as above
        .map(({ accessKeyId, permissions: { read, write, owner } }: any) =>
          [accessKeyId, read, write, owner].join(' '),
        );
      const wanted = expected.map(({ values: { access_key_id } }) => `${access_key_id} true true false`);
      const [has, should] = [[found.quotas?.maxSize, ...rights].join(', '), [MAX_SIZE, ...wanted].join(', ')];
      if (has !== should) ledger.violations.push(`after the ${after} ${address} has ${has}, not ${should}`);
    }
  }

  /** Throws if it fails: nothing after it would mean anything. */
  async #must(command: string, ...args: string[]): Promise<string> {
    const { code, stdout, output } = await this.folder.run([command, ...args], this.#count);
    if (code !== 0) throw new Error(`terraform ${command} failed: ${output}`);
    return stdout;
  }
}
