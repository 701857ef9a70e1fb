import { idOf, isDone, type JsonObject, type List, ProbeError, type ProbeResponse, type Server } from './server';

/** Paths of the kinds of objects that the probe makes and has to delete. */
const PATHS = { secret: '/secrets', 'pull secret': '/secrets/pull', bucket: '/s3/buckets' } as const;

type Kind = keyof typeof PATHS;

/** An object that the probe has made, or may have made if the response was lost. */
export interface MadeObject {
  readonly kind: Kind;
  /** The name, server or description of the object, for people. */
  readonly label: string;
  readonly id: string | undefined;
}

const NOT_FOUND = 404;
const NOT_IMPLEMENTED = 501;

/** Keeps a record of every object of the probe, from before its create is sent until it is deleted. */
export class Made {
  readonly #objects = new Map<symbol, MadeObject>();

  /** @param prefix the beginning of the name or description of every object, so that it can be found without its id */
  constructor(
    private readonly server: Server,
    readonly prefix: string,
  ) {}

  /** Sends a create. `idIn` finds the id in the response. */
  async create(
    kind: Kind,
    label: string,
    body: object,
    { headers, idIn = idOf }: { headers?: Readonly<Record<string, string>>; idIn?: typeof idOf } = {},
  ): Promise<ProbeResponse> {
    const key = Symbol(label);
    this.#objects.set(key, { kind, label, id: undefined });
    const response = await this.server.send('POST', PATHS[kind], body, undefined, headers);
    // A server that failed may have made the object all the same.
    const mayHaveMade = isDone(response) || (response.status >= 500 && response.status !== NOT_IMPLEMENTED);
    if (mayHaveMade) this.#objects.set(key, { kind, label, id: idIn(response) });
    else this.#objects.delete(key);
    return response;
  }

  gone(kind: Kind, id: string): void {
    for (const [key, made] of this.#objects) if (made.kind === kind && made.id === id) this.#objects.delete(key);
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
      if (id !== undefined && (await this.#delete(kind, id))) this.gone(kind, id);
    }
  }

  /** Finds objects without a known id by name and deletes them. */
  async #deleteListed(kind: Kind, labelOf: (item: JsonObject) => unknown): Promise<void> {
    const nameless = () => [...this.#objects].filter(([, object]) => object.kind === kind && object.id === undefined);
    if (nameless().length === 0) return;
    const list: Pick<List, 'items'> = await orElse(this.server.list(PATHS[kind]), { items: [] });
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
