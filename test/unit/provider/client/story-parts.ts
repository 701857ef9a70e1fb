import type { ClientEnvironment, ClientSettings } from '../../../../provider/client';

/** A clock that advances only by sleeps, so that nothing really waits. */
export class TestTime implements Pick<ClientEnvironment, 'now' | 'sleep'> {
  readonly slept: number[] = [];
  private ms = Date.UTC(2026, 0, 1);

  constructor(private readonly onSleep: (ms: number) => void = () => {}) {}

  readonly now = () => this.ms;

  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.advance(ms);
    // Lets pending I/O proceed, as a real wait would.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };

  advance(ms: number): void {
    this.ms += ms;
    this.onSleep(ms);
  }
}

export const settingsFor = (baseUrl: string, token: string, time: TestTime): ClientSettings => ({
  baseUrl: new URL(baseUrl),
  token,
  requestTimeoutMs: 10_000,
  maxRetries: 4,
  retryWaitMinMs: 100,
  retryWaitMaxMs: 10_000,
  maxConcurrentRequests: 16,
  listConfirmationMs: 4_000,
  trustLists: false,
  userAgent: 'coffer-test',
  environment: { ...time, now: time.now, sleep: time.sleep, random: () => 0.5, variables: {} },
});

export const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** The error that a promise rejects with. Fails if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('expected a rejection with an error');
}
