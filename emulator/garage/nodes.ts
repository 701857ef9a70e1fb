/** For how long a node is not asked again that did not respond, or had no quorum. */
const REST_MS = 30_000;

/**
 * Selects the node for the calls: one of the admin URLs, and the next one if it does not respond or has no quorum.
 *
 * Garage serializes changes of names and rights within one process only: simultaneous calls to two nodes can contradict each other. So calls go
 * to another node only after every call to the previous one has ended.
 */
export class Nodes {
  readonly #urls: readonly [URL, ...URL[]];
  /** Until when each node rests, in milliseconds of `performance.now()`. */
  readonly #rests = new Map<URL, number>();
  /** The nodes that are known to be of our cluster. */
  readonly #proven = new Set<URL>();
  #active: URL;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(
    urls: readonly string[],
    private readonly now = () => performance.now(),
  ) {
    const [first, ...others] = urls.map((url) => new URL(url.endsWith('/') ? url : `${url}/`));
    if (!first) throw new Error('There is no admin URL.');
    this.#urls = [first, ...others];
    this.#active = first;
  }

  async use<T>(call: (node: URL) => Promise<T>): Promise<T> {
    while (this.#isResting(this.#active) && this.#next() !== this.#active) {
      if (this.#open === 0) this.#active = this.#next();
      else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#open += 1;
    try {
      return await call(this.#active);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) for (const resume of this.#waiting.splice(0)) resume();
    }
  }

  /** Reports that the node did not respond, or has no quorum. */
  rest(node: URL): void {
    this.#rests.set(node, this.now() + REST_MS);
  }

  isProven(node: URL): boolean {
    return this.#proven.has(node);
  }

  prove(node: URL): void {
    this.#proven.add(node);
  }

  /** Makes every node prove again that it is of our cluster. */
  doubt(): void {
    this.#proven.clear();
  }

  /** The node that the next call goes to, if no other call is open. */
  get current(): URL {
    return this.#isResting(this.#active) ? this.#next() : this.#active;
  }

  /** The first node in turn that does not rest; if all do, the active one. */
  #next(): URL {
    const at = this.#urls.indexOf(this.#active);
    const others = [...this.#urls.slice(at + 1), ...this.#urls.slice(0, at)];
    return others.find((url) => !this.#isResting(url)) ?? this.#active;
  }

  #isResting(url: URL): boolean {
    return (this.#rests.get(url) ?? 0) > this.now();
  }
}
