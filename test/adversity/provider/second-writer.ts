import type { Operation } from '../../../contract';
import type { Emulator, Project } from '../../../emulator';
import type { Meanwhile } from '../../support/bad-line';
import type { Dice } from '../../support/dice';

type Kind = 'secret' | 'bucket' | 'access key' | 'pull secret';

const CREATES: Partial<Record<Operation, { readonly kind: Kind; readonly path: string }>> = {
  createSecret: { kind: 'secret', path: '/secrets' },
  createBucket: { kind: 'bucket', path: '/s3/buckets' },
  createAccessKey: { kind: 'access key', path: '/s3/keys' },
  createPullSecret: { kind: 'pull secret', path: '/secrets/pull' },
};

const THEIRS = 'theirs';

/** What the second writer has made and not deleted. */
interface Owned {
  readonly kind: Kind;
  /** How it looks at the service, but for its id. */
  looks: string;
}

/**
 * Somebody else in the same project (P35): makes what the first writer makes at that moment, with a value of its own,
 * renames and deletes what it has made, and knows how everything of its own has to look.
 */
export class SecondWriter {
  private readonly owned = new Map<string, Owned>();
  private readonly seen: { readonly operation: Operation; readonly body: Record<string, unknown> }[] = [];

  constructor(
    private readonly emulator: Emulator,
    private readonly project: Project,
    private readonly dice: Dice,
    /** False: it only makes one object, the like of the create that fails, which is the hardest to tell. */
    private readonly isBusy: boolean,
  ) {}

  get ids(): string[] {
    return [...this.owned.keys()];
  }

  readonly meanwhile: Meanwhile = async (operation, text, isInjected) => {
    if (CREATES[operation]) this.seen.push({ operation, body: JSON.parse(text) as Record<string, unknown> });
    if (isInjected && CREATES[operation]) await this.makeLike();
    if (!this.isBusy) return;
    const acts = [() => this.makeLike(), () => this.rename(), () => this.delete(), async () => {}] as const;
    await this.dice.pick([acts[0], ...acts.slice(1)])();
  };

  /** What is no longer as the writer left it: deleted or overwritten by somebody else. */
  damaged(): string[] {
    return [...this.owned].flatMap(([id, { kind, looks }]) => {
      const now = this.looksOf(kind, id);
      return now === looks ? [] : [`${kind} ${id} of the second writer: ${now ?? 'gone'} instead of ${looks}`];
    });
  }

  private async makeLike(): Promise<void> {
    const last = this.seen.at(-1);
    const create = last && CREATES[last.operation];
    if (!last || !create) return;
    const { value, password, ...same } = last.body;
    const body = {
      ...same,
      ...(value !== undefined && { value: Buffer.from(THEIRS).toString('base64') }),
      ...(password !== undefined && { password: THEIRS }),
    };
    const made = (await this.send('POST', create.path, body)) as { id?: string } | undefined;
    // A name may be taken.
    if (made?.id !== undefined) this.note(create.kind, made.id);
  }

  private async rename(): Promise<void> {
    const [id] = [...this.owned].find(([, { kind }]) => kind === 'secret') ?? [];
    if (id === undefined) return;
    const name = this.dice.pick([`other-${this.owned.size}`, 'db', 'sink']);
    await this.send('PUT', '/secrets', { id, name, value: Buffer.from(THEIRS).toString('base64') });
    this.note('secret', id);
  }

  private async delete(): Promise<void> {
    const [id, kind] = [...this.owned].map(([key, owned]) => [key, owned.kind] as const)[0] ?? [];
    if (id === undefined || kind === undefined || kind === 'pull secret') return;
    const path = { secret: '/secrets', bucket: '/s3/buckets', 'access key': '/s3/keys' }[kind];
    await this.send('DELETE', `${path}/${id}`);
    this.owned.delete(id);
  }

  private note(kind: Kind, id: string): void {
    this.owned.set(id, { kind, looks: this.looksOf(kind, id) ?? '' });
  }

  private looksOf(kind: Kind, id: string): string | undefined {
    const { inspect } = this.emulator;
    const is = (one: { readonly id: string }) => one.id === id;
    switch (kind) {
      case 'secret': {
        const found = inspect.secrets().find(is);
        return found && `${found.name} = ${inspect.secretValue(id)}`;
      }
      case 'pull secret': {
        const found = inspect.pullSecrets().find(is);
        return found && `${found.server} ${found.username} ${inspect.pullSecretPassword(id)}`;
      }
      case 'bucket': {
        const found = inspect.buckets().find(is);
        return found && `${found.maxSize} ${found.description}`;
      }
      case 'access key':
        return inspect.accessKeys().some(is) ? 'a key' : undefined;
    }
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.emulator.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.project.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return response.ok && text !== '' ? JSON.parse(text) : undefined;
  }
}

/** Ids of everything in a project. */
export function idsIn({ inspect }: Emulator, projectId: string): string[] {
  const all = [inspect.secrets(), inspect.buckets(), inspect.accessKeys(), inspect.pullSecrets()].flat();
  return all.filter((one) => one.projectId === projectId).map(({ id }) => id);
}
