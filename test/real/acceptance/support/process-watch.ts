import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process as everybody on the machine can see it, and the environment that only its owner sees. */
export interface SeenProcess {
  readonly commandLine: string;
  readonly environment: readonly string[];
}

/**
 * How long a process is looked at after it was first seen: it turns into another program right after it was started, if at all. To read
 * every process of the machine each time would take most of a core.
 */
const SETTLED_MS = 3_000;

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
    const firstSeen = new Map<string, number>();
    while (!this.isOver) {
      const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
      for (const id of firstSeen.keys()) if (!ids.includes(id)) firstSeen.delete(id);
      const now = performance.now();
      for (const id of ids) {
        const since = firstSeen.get(id) ?? now;
        firstSeen.set(id, since);
        if (now - since < SETTLED_MS) this.look(id);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private look(id: string): void {
    const [commandLine = '', environment = ''] = ['cmdline', 'environ'].map((file) => {
      try {
        return readFileSync(join('/proc', id, file), 'utf8');
      } catch {
        return ''; // It is gone.
      }
    });
    if (!this.marks.some((mark) => commandLine.includes(mark) || environment.includes(mark))) return;
    this.processes.set(`${id} ${commandLine}`, { commandLine, environment: environment.split('\0') });
  }
}
