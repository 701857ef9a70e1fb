import { exchange } from './http';

/** Time limit for `/health`, which needs no token and no quorum. */
const PROBE_TIMEOUT_MS = 2_000;
/** For how long a node is avoided that had no quorum. One that is cut off says that it is healthy for up to two minutes. */
const AVOIDED_MS = 45_000;

/**
 * Selects the node for calls: the first one, unless it is down or without a quorum.
 *
 * Garage serialises changes of names and rights within one node only; simultaneous calls to two nodes can contradict each other.
 * So only one node is in use at a time, and the next one only after all calls to the previous one have ended.
 */
export class Nodes {
  readonly #urls: readonly URL[];
  /** Indexes of the node in use, and of the node to use as soon as no call to the other one is open. */
  #active = 0;
  #wanted = 0;
  #open = 0;
  #waiting: (() => void)[] = [];
  /** Until when nodes are avoided, by their indexes. */
  readonly #avoided = new Map<number, number>();
  #search: Promise<void> | undefined;
  #probe: Promise<void> | undefined;

  constructor(
    urls: readonly string[],
    private readonly signal: AbortSignal,
  ) {
    if (urls.length === 0) throw new Error('There is no node to ask.');
    this.#urls = urls.map((url) => new URL(url.endsWith('/') ? url : `${url}/`));
  }

  get next(): URL {
    return this.#url(this.#wanted);
  }

  async with<T>(use: (node: URL) => Promise<T>): Promise<T> {
    await this.#search;
    this.#lookForFirst();
    while (this.#active !== this.#wanted && this.#open > 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#active = this.#wanted;
    const node = this.#url(this.#active);
    this.#open++;
    try {
      return await use(node);
    } finally {
      this.#open--;
      if (this.#open === 0) for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  /**
   * Reports that this node did not respond, or cannot serve its cluster. The next call goes to the first node that has a quorum;
   * if there is none, to the first that responds at all.
   */
  reportTrouble(node: URL): Promise<void> {
    if (this.#urls.length === 1 || node !== this.#url(this.#wanted)) return this.#search ?? Promise.resolve();
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  /** Reports that this node reached no quorum for a call. It is avoided for a while, whatever it says about itself. */
  reportNoQuorum(node: URL): Promise<void> {
    this.#avoided.set(this.#urls.indexOf(node), performance.now() + AVOIDED_MS);
    return this.reportTrouble(node);
  }

  async #find(): Promise<void> {
    // In parallel, so that all frozen nodes together cost one time limit.
    const found = await Promise.all(this.#urls.map((url) => this.#ask(url)));
    const withQuorum = [...found.keys()].filter((index) => found[index] === 'quorum');
    const avoidedUntil = (index: number) => (this.#isAvoided(index) ? (this.#avoided.get(index) ?? 0) : 0);
    // If all are avoided, each gets its turn.
    const best = withQuorum.sort((one, other) => avoidedUntil(one) - avoidedUntil(other) || one - other)[0];
    const any = found.indexOf('answers');
    this.#wanted = best ?? (any >= 0 ? any : this.#wanted);
  }

  #isAvoided(index: number): boolean {
    return (this.#avoided.get(index) ?? 0) > performance.now();
  }

  /** Returns to the first node once it is healthy, and not avoided any more; calls do not wait for this check. */
  #lookForFirst(): void {
    if (this.#wanted === 0 || this.#isAvoided(0)) return;
    this.#probe ??= this.#ask(this.#url(0))
      .then((found) => {
        if (found === 'quorum' && !this.#isAvoided(0)) this.#wanted = 0;
      })
      .finally(() => {
        this.#probe = undefined;
      });
  }

  async #ask(url: URL): Promise<'quorum' | 'answers' | 'down'> {
    const request = {
      method: 'GET',
      url: new URL('health', url),
      timeoutMs: PROBE_TIMEOUT_MS,
      signal: this.signal,
    } as const;
    return exchange(request).then(
      ({ status }) => (status === 200 ? 'quorum' : 'answers'),
      () => 'down',
    );
  }

  #url(index: number): URL {
    return this.#urls[index] as URL;
  }
}
