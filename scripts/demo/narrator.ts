/** Prints a line of the story in a running step. */
export type Say = (line: string) => void;

/** Prints the story step by step: the title of each step at its beginning, its lines as they come, and its duration. */
export class Narrator {
  #begun = 0;

  constructor(private readonly steps: number) {}

  say(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  /** Rethrows a step's error after marking it as not done. In a terminal, a clock in the last line shows that it is alive; others get plain lines. */
  async step<T>(title: string, act: (say: Say) => Promise<T>): Promise<T> {
    this.#begun += 1;
    this.say(`\n[${this.#begun}/${this.steps}] ${title}`);
    const startedAt = performance.now();
    const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
    const tick = () => process.stdout.write(`\r      ${Number.parseInt(seconds(), 10)} s`);
    const clock = process.stdout.isTTY ? setInterval(tick, 1_000) : undefined;
    const clear = () => clock && process.stdout.write('\r\x1b[2K');
    const say = (line: string) => {
      clear();
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
      clear();
      clearInterval(clock);
    }
  }
}
