import { exchange } from './http';

/** For `/health`, which needs no token and no quorum. */
const PROBE_TIMEOUT_MS = 2_000;

/**
 * Which node is asked: the first one, unless it is down.
 *
 * Garage serialises changes of names and rights within one node only; two nodes that are asked at once can contradict each other.
 * So there is one node at a time, and the next is asked only when the calls to the one before have all come to an end.
 */
export class Nodes {
  readonly #urls: readonly URL[];
  readonly #signal: AbortSignal;
  /** Who is asked, and who shall be as soon as nobody asks the other one. */
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

  /** Whom the next call goes to. */
  get next(): URL {
    return this.#url(this.#wanted);
  }

  /** Runs `use` with the node to ask. */
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
   * Tells that this node did not respond, or not for its cluster. The next call goes to the first node that has a quorum; is
   * there none, to the first that answers at all.
   */
  reportTrouble(node: URL): Promise<void> {
    if (this.#urls.length === 1 || node !== this.#url(this.#wanted)) return this.#search ?? Promise.resolve();
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #find(): Promise<void> {
    // All at once, so that a frozen node costs one time limit and not one each.
    const found = await Promise.all(this.#urls.map((url) => this.#ask(url)));
    const best = found.indexOf('quorum');
    const any = found.indexOf('answers');
    this.#wanted = best >= 0 ? best : any >= 0 ? any : this.#wanted;
  }

  /** Back to the first node once it is well; whoever asks meanwhile does not wait for that. */
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
