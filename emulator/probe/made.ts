import { type List, readList } from './lists';
import { isDone, type JsonObject, ProbeError, type Server } from './server';

/** The kinds of objects that the probe makes and has to delete. */
export type Kind = 'secret' | 'pull secret' | 'bucket';

/** An object that the probe has made, or may have made if the response was lost. */
export interface MadeObject {
  readonly kind: Kind;
  /** The name, server or description of the object, for people. */
  readonly label: string;
  readonly id: string | undefined;
}

const NOT_FOUND = 404;

const PATHS = { secret: '/secrets', 'pull secret': '/secrets/pull', bucket: '/s3/buckets' } as const;

/** Keeps a record of every object of the probe, from before its create is sent until it is deleted. */
export class Made {
  readonly #objects = new Map<symbol, MadeObject>();

  /** @param prefix the beginning of the name or description of every object, so that it can be found without its id */
  constructor(
    private readonly server: Server,
    readonly prefix: string,
  ) {}

  /** Notes an object that is about to be made. Call the result with the outcome. */
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

  /** Deletes all objects that are left, in up to `rounds` rounds with a `pause` between them. Returns those that may still exist. */
  async cleanUp(rounds: number, pause: () => Promise<unknown>): Promise<MadeObject[]> {
    // One try is enough for a pull secret, which the server can delete or not.
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

  /** Finds objects without a known id by name and deletes them. */
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

  /** Deletes an object. True if it is gone. */
  async #delete(kind: Kind, id: string): Promise<boolean> {
    // A missing route also returns 404, so only a success shows that a pull secret is gone.
    const response = await orElse(this.server.send('DELETE', `${PATHS[kind]}/${encodeURIComponent(id)}`), undefined);
    return response !== undefined && (isDone(response) || (kind !== 'pull secret' && response.status === NOT_FOUND));
  }
}

/** Continues cleaning up after a failed request; the report names the objects that stay. */
function orElse<T, U>(work: Promise<T>, fallback: U): Promise<T | U> {
  return work.catch((error) => {
    if (error instanceof ProbeError) return fallback;
    throw error;
  });
}
