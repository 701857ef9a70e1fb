import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A process as everybody on the machine can see it, and the environment that only its owner sees. */
export interface SeenProcess {
  readonly commandLine: string;
  readonly environment: readonly string[];
}

/** Looks at all processes again and again, and remembers those that know one of the marks, such as a folder of the test's own. */
export class ProcessWatch implements AsyncDisposable {
  private readonly processes = new Map<string, SeenProcess>();
  private isOver = false;
  private readonly watching: Promise<void>;

  constructor(private readonly marks: readonly string[]) {
    this.watching = this.watch();
  }

  /** What was seen. A program that a process turned into is one more. */
  get seen(): readonly SeenProcess[] {
    return [...this.processes.values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
      await Promise.all(ids.map((id) => this.look(id)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async look(id: string): Promise<void> {
    // A process may be gone before it has been read.
    const [commandLine = '', environment = ''] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(join('/proc', id, file), 'utf8').catch(() => '')),
    );
    if (!this.marks.some((mark) => commandLine.includes(mark) || environment.includes(mark))) return;
    this.processes.set(`${id} ${commandLine}`, { commandLine, environment: environment.split('\0') });
  }
}
