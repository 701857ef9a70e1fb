import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Hasher } from './hasher';

/** Algorithms that a thread computes. */
export type ThreadAlgorithm = 'md5' | 'sha256';

/**
 * How many hashes of one body are computed beside the main thread: as many as there are cores for it, and two at most, because a
 * body has no more that cost much.
 */
export const HASH_THREADS = Math.min(availableParallelism() - 1, 2);

/** How much a thread is given at a time, and how much of one body may wait for it. */
const SLOT_BYTES = 512 * 1024;
const SLOTS_PER_BODY = 3;

/** Memory that no body uses now: what the system has to clear anew for each body takes longer than copying into it. */
const spare: Uint8Array[] = [];
const MOST_SPARE = 6;

/** What a thread runs. A text, because the emulator is one file (docs/decisions/0016-emulator-in-one-file.md). */
const PROGRAM = `
const { createHash } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
const hashes = new Map();
parentPort.on('message', ({ id, algorithm, bytes, ends, digests }) => {
  if (algorithm) hashes.set(id, createHash(algorithm));
  if (bytes) {
    hashes.get(id)?.update(bytes);
    parentPort.postMessage({ id, slot: bytes.buffer }, [bytes.buffer]);
  }
  if (digests) parentPort.postMessage({ id, digest: hashes.get(id).digest() });
  if (ends) hashes.delete(id);
});
`;

interface Message {
  readonly id: number;
  readonly algorithm?: ThreadAlgorithm;
  readonly bytes?: Uint8Array;
  readonly digests?: boolean;
  readonly ends?: boolean;
}

/** Memory that was taken in and is free again, or the digest. */
interface Reply {
  readonly id: number;
  readonly slot?: ArrayBuffer;
  readonly digest?: Uint8Array;
}

const threads = new Set<HashThread>();
let lastId = 0;

/** A hasher whose work is done in the thread that has least to do. Threads are made when they are needed, and keep no process alive. */
export function createThreadHasher(algorithm: ThreadAlgorithm): Hasher {
  let [thread] = [...threads].sort((a, b) => a.load - b.load);
  if (thread === undefined || (thread.load > 0 && threads.size < HASH_THREADS)) {
    thread = new HashThread();
    threads.add(thread);
  }
  return new ThreadHasher(thread, algorithm);
}

class HashThread {
  readonly #worker = new Worker(PROGRAM, {
    eval: true,
    // Nothing of the process's own settings, and little memory.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  readonly #hashers = new Map<number, ThreadHasher>();

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', ({ id, slot, digest }: Reply) => {
      if (slot && spare.length < MOST_SPARE) spare.push(new Uint8Array(slot));
      this.#hashers.get(id)?.onReply(digest);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that computes hashes has ended.')));
  }

  /** How many hashes it is at. */
  get load(): number {
    return this.#hashers.size;
  }

  add(id: number, hasher: ThreadHasher): void {
    this.#hashers.set(id, hasher);
  }

  send(message: Message): void {
    if (message.ends) this.#hashers.delete(message.id);
    this.#worker.postMessage(message, message.bytes ? [message.bytes.buffer as ArrayBuffer] : []);
  }

  #fail(error: unknown): void {
    threads.delete(this);
    for (const hasher of this.#hashers.values()) hasher.onFailure(error);
    this.#hashers.clear();
  }
}

/** Copies bytes into memory of its own, which goes to the thread and comes back, while more are copied. */
class ThreadHasher implements Hasher {
  readonly #id = ++lastId;
  #slot: Uint8Array | undefined;
  #filled = 0;
  /** Slots that the thread has. */
  #sent = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Whoever waits for a reply. */
  #wake: () => void = () => undefined;
  #digest: Buffer | undefined;

  constructor(
    private readonly thread: HashThread,
    algorithm: ThreadAlgorithm,
  ) {
    thread.add(this.#id, this);
    thread.send({ id: this.#id, algorithm });
  }

  async update(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.length; ) {
      if (this.#slot === undefined) {
        await this.#until(() => this.#sent < SLOTS_PER_BODY);
        this.#slot = spare.pop() ?? new Uint8Array(SLOT_BYTES);
      }
      const some = bytes.subarray(taken, taken + SLOT_BYTES - this.#filled);
      this.#slot.set(some, this.#filled);
      this.#filled += some.length;
      taken += some.length;
      if (this.#filled === SLOT_BYTES) this.#send();
    }
  }

  async digest(): Promise<Buffer> {
    this.#send();
    this.thread.send({ id: this.#id, digests: true });
    await this.#until(() => this.#digest !== undefined);
    this.thread.send({ id: this.#id, ends: true });
    return this.#digest as Buffer;
  }

  abandon(): void {
    // What the thread has still to read is not used again.
    this.thread.send({ id: this.#id, ends: true });
  }

  onReply(digest: Uint8Array | undefined): void {
    if (digest) this.#digest = Buffer.from(digest);
    else this.#sent -= 1;
    this.#wake();
  }

  onFailure(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  #send(): void {
    if (this.#slot === undefined) return;
    this.thread.send({ id: this.#id, bytes: this.#slot.subarray(0, this.#filled) });
    this.#sent += 1;
    this.#slot = undefined;
    this.#filled = 0;
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
