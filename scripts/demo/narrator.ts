/** Prints a line of the story in a running step. */
export type Say = (line: string) => void;

/** Output of the story: a terminal, or a file or pipe, which get only plain lines. */
export type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** Prints the story step by step: the title of each step at its beginning, its lines as they come, and its duration. */
export class Narrator {
  #begun = 0;

  constructor(
    private readonly output: Output,
    private readonly steps: number,
  ) {}

  say(line = ''): void {
    this.output.write(`${line}\n`);
  }

  /** Runs a step. Rethrows its error after marking the step as not done. */
  async step<T>(title: string, act: (say: Say) => Promise<T>): Promise<T> {
    this.#begun += 1;
    this.say(`\n[${this.#begun}/${this.steps}] ${title}`);
    const startedAt = performance.now();
    const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
    const ticker = new Ticker(this.output, () => `      ${Number.parseInt(seconds(), 10)} s`);
    const say = (line: string) => {
      ticker.clear();
      this.say(`      ${line}`);
    };
    try {
      const result = await act(say);
      say(`done in ${seconds()} s`);
      return result;
    } catch (error) {
      say(`not done, after ${seconds()} s`);
      throw error;
    } finally {
      ticker.stop();
    }
  }
}

/** A clock in the last line of a terminal, which shows that a long command is alive. */
class Ticker {
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly output: Output,
    text: () => string,
  ) {
    if (output.isTTY) this.#timer = setInterval(() => output.write(`\r${text()}`), 1_000);
  }

  clear(): void {
    if (this.#timer) this.output.write('\r\x1b[2K');
  }

  stop(): void {
    this.clear();
    clearInterval(this.#timer);
  }
}
