import { exchange } from './http';

/** Time limit for `/health`, which needs no token and no quorum. */
const PROBE_TIMEOUT_MS = 2_000;

/**
 * Selects the node for calls: the first one, unless it is down.
 *
 * Garage serialises changes of names and rights within one node only; simultaneous calls to two nodes can contradict each other.
 * So only one node is in use at a time, and the next one only after all calls to the previous one have ended.
 */
export class Nodes {
  readonly #urls: readonly URL[];
  readonly #signal: AbortSignal;
  /** Indexes of the node in use, and of the node to use as soon as no call to the other one is open. */
  #active = 0;
  #wanted = 0;
  #open = 0;
  #waiting: (() => void)[] = [];
  #search: Promise<void> | undefined;
  #probe: Promise<void> | undefined;

  constructor(urls: readonly string[], signal: AbortSignal) {
    if (urls.length === 0) throw new Error('There is no node to ask.');
    this.#urls = urls.map((url) => new URL(url.endsWith('/') ? url : `${url}/`));
    this.#signal = signal;
  }

  /** The node that the next call goes to. */
  get next(): URL {
    return this.#url(this.#wanted);
  }

  /** Runs `use` with the node for the call. */
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

  async #find(): Promise<void> {
    // In parallel, so that all frozen nodes together cost one time limit.
    const found = await Promise.all(this.#urls.map((url) => this.#ask(url)));
    const best = found.indexOf('quorum');
    const any = found.indexOf('answers');
    this.#wanted = best >= 0 ? best : any >= 0 ? any : this.#wanted;
  }

  /** Returns to the first node once it is healthy; calls do not wait for this check. */
  #lookForFirst(): void {
    if (this.#wanted === 0) return;
    this.#probe ??= this.#ask(this.#url(0))
      .then((found) => {
        if (found === 'quorum') this.#wanted = 0;
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
      signal: this.#signal,
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
