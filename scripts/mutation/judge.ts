import { type ChildProcess, spawn } from 'node:child_process';
import { inRoot, ROOT } from '../support/paths';
import type { Result } from './results';
import type { Task } from './worker';

/** Time limit for all tests of one mutant beside three times their usual duration, on a machine with other load. */
const LIMIT_MS = 120_000;

/** Judges mutants one after the other in a process that stays warm. If one hangs, its process is killed. */
export class Judge {
  #worker: ChildProcess | undefined;

  /** Resolves after the tests, whose usual duration is `expectedMs`. */
  judge(task: Task, expectedMs: number): Promise<Result> {
    const limitMs = LIMIT_MS + 3 * expectedMs;
    const worker = this.#started();
    return new Promise((resolve) => {
      const end = (result: Result) => {
        clearTimeout(timer);
        worker.removeAllListeners();
        resolve(result);
      };
      const timer = setTimeout(() => {
        this.stop();
        end({ id: task.mutant.id, outcome: 'timeout', by: `${limitMs / 1000} seconds` });
      }, limitMs);
      worker.once('message', (result: Result) => end(result));
      worker.once('exit', () => {
        this.#worker = undefined;
        end({ id: task.mutant.id, outcome: 'killed', by: 'the process of the tests ended' });
      });
      worker.send(task);
    });
  }

  /** Kills the process with all its descendants. */
  stop(): void {
    const { pid } = this.#worker ?? {};
    this.#worker = undefined;
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }

  #started(): ChildProcess {
    this.#worker ??= spawn(process.execPath, ['--import', 'tsx', inRoot('scripts/mutation/worker.ts')], {
      cwd: ROOT,
      // A separate process group, so that no descendant survives.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return this.#worker;
  }
}
