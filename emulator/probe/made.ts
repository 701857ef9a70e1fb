import { type List, readList } from './lists';
import { isDone, type JsonObject, ProbeError, type Server } from './server';

/** What the probe made, and has to delete again. */
export type Kind = 'secret' | 'pull secret' | 'bucket';

/** One object that the probe made, or may have made when the response was lost. */
export interface MadeObject {
  readonly kind: Kind;
  /** For people: the name, the server, the description. */
  readonly label: string;
  readonly id: string | undefined;
}

const NOT_FOUND = 404;

const PATHS = { secret: '/secrets', 'pull secret': '/secrets/pull', bucket: '/s3/buckets' } as const;

/** Keeps account of everything that the probe makes, from before it is asked for until it is gone. */
export class Made {
  readonly #objects = new Map<symbol, MadeObject>();

  /** @param prefix begins the name or description of everything made, so that it is found again without its id */
  constructor(
    private readonly server: Server,
    readonly prefix: string,
  ) {}

  /** Notes an object about to be made; call what it gives with the outcome. */
  begin(kind: Kind, label: string): (outcome: { made: boolean; id?: string | undefined }) => void {
    const key = Symbol(label);
    this.#objects.set(key, { kind, label, id: undefined });
    return ({ made, id }) => {
      if (made) this.#objects.set(key, { kind, label, id });
      else this.#objects.delete(key);
    };
  }

  /** Notes that the object with this id is gone. */
  gone(id: string): void {
    for (const [key, object] of this.#objects) if (object.id === id) this.#objects.delete(key);
  }

  /** Deletes all that is left; tries `rounds` times, `pause` between. Gives what may still be there. */
  async cleanUp(rounds: number, pause: () => Promise<unknown>): Promise<MadeObject[]> {
    // A server that cannot delete a pull secret will not learn to: one try is enough.
    const isWaitedFor = ({ kind }: MadeObject) => kind !== 'pull secret';
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0 && ![...this.#objects.values()].some(isWaitedFor)) break;
      if (round > 0) await pause();
      await this.#deleteKnown();
      await this.#deleteListed('secret', ({ name }) => name);
      await this.#deleteListed('bucket', ({ description }) => description);
    }
    return [...this.#objects.values()];
  }

  async #deleteKnown(): Promise<void> {
    for (const { kind, id } of [...this.#objects.values()]) {
      if (id !== undefined && (await this.#delete(kind, id))) this.gone(id);
    }
  }

  /** What is not known by id is found by its name. */
  async #deleteListed(kind: Kind, labelOf: (item: JsonObject) => unknown): Promise<void> {
    const nameless = () => [...this.#objects].filter(([, object]) => object.kind === kind && object.id === undefined);
    if (nameless().length === 0) return;
    const list: Pick<List, 'items'> = await orElse(readList(this.server, PATHS[kind]), { items: [] });
    for (const item of list.items) {
      const label = labelOf(item);
      if (typeof label !== 'string' || !label.startsWith(this.prefix) || typeof item.id !== 'string') continue;
      if (!(await this.#delete(kind, item.id))) continue;
      const [key] = nameless().find(([, object]) => object.label === label) ?? [];
      if (key) this.#objects.delete(key);
    }
  }

  /** Whether it is gone now. */
  async #delete(kind: Kind, id: string): Promise<boolean> {
    // A route that is not there returns 404 as well: of pull secrets only a success says that one is gone.
    const response = await orElse(this.server.send('DELETE', `${PATHS[kind]}/${encodeURIComponent(id)}`), undefined);
    return response !== undefined && (isDone(response) || (kind !== 'pull secret' && response.status === NOT_FOUND));
  }
}

/** Cleaning up goes on whatever one request comes to: what stays is named in the end. */
function orElse<T, U>(work: Promise<T>, fallback: U): Promise<T | U> {
  return work.catch((error) => {
    if (error instanceof ProbeError) return fallback;
    throw error;
  });
}
