/** What a step prints while it runs. */
export interface Step {
  /** One line of the story. */
  say(line: string): void;
}

/** Where the story goes: a terminal, or a file and a pipe, which get plain lines only. */
export type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** Tells the story step by step: a title as each begins, its lines as they come, and how long it took. */
export class Narrator {
  #begun = 0;

  constructor(
    private readonly output: Output,
    private readonly steps: number,
  ) {}

  say(line = ''): void {
    this.output.write(`${line}\n`);
  }

  /** Runs a step. What it throws goes on to the caller, with the step marked as not done. */
  async step<T>(title: string, act: (step: Step) => Promise<T>): Promise<T> {
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
      const result = await act({ say });
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

/** A clock in the last line of a terminal, so that a long command is seen to be alive. */
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
