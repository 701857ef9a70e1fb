import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export type ThreadAlgorithm = 'md5' | 'sha256';

/** How many hashes of one body are computed outside the main thread: one per spare core, at most two: no body has more expensive ones. */
export const HASH_THREADS = Math.min(availableParallelism() - 1, 2);

/** Size of a batch for a thread, and how many batches may be out before one has to come back. */
const BATCH_BYTES = 512 * 1024;
const BATCHES_AWAY = 3;

/** Smaller pieces are copied into one: transferring each of them would take longer. */
const LEAST_HANDED_OVER_BYTES = 8 * 1024;

/** Program of a thread. A string, because the emulator is one file (internals/decisions/0016-emulator-in-one-file.md). */
const PROGRAM = `
const { createHash } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
const hashes = new Map();
parentPort.on('message', ({ id, algorithm, buffers, ends, digests }) => {
  if (algorithm) hashes.set(id, createHash(algorithm));
  const hash = hashes.get(id);
  if (buffers && hash) {
    for (const buffer of buffers) hash.update(new Uint8Array(buffer));
    parentPort.postMessage({ id, buffers }, buffers);
  }
  if (digests) parentPort.postMessage({ id, digest: hash.digest() });
  if (ends) hashes.delete(id);
});
`;

interface Message {
  readonly id: number;
  readonly algorithm?: ThreadAlgorithm;
  readonly buffers?: readonly ArrayBuffer[];
  readonly digests?: boolean;
  readonly ends?: boolean;
}

/** A thread's reply: transferred memory that comes back, or the digest. */
type Reply = Pick<Message, 'id' | 'buffers'> & { readonly digest?: Uint8Array };

const threads = new Set<HashThread>();
let lastId = 0;

/** Creates a hash on the least busy thread. Threads are started on demand, and do not keep the process alive. */
export function createThreadHasher(algorithm: ThreadAlgorithm): ThreadHasher {
  let [thread] = [...threads].sort((a, b) => a.hashers.size - b.hashers.size);
  if (thread === undefined || (thread.hashers.size > 0 && threads.size < HASH_THREADS)) {
    thread = new HashThread();
    threads.add(thread);
  }
  return new ThreadHasher(thread, algorithm);
}

/** {@link ThreadHasher.pass} with each in turn: pieces that one has hashed go to the next. Returns a promise only if it has to wait. */
export function passThrough(
  [hasher, ...others]: readonly ThreadHasher[],
  pieces: readonly Uint8Array[],
): readonly Uint8Array[] | Promise<readonly Uint8Array[]> {
  if (hasher === undefined) return pieces;
  const passed = hasher.pass(pieces);
  return passed instanceof Promise ? passed.then((all) => passThrough(others, all)) : passThrough(others, passed);
}

/** {@link ThreadHasher.rest} of each in turn. */
export async function rest(hashers: readonly ThreadHasher[]): Promise<readonly Uint8Array[]> {
  let passed: readonly Uint8Array[] = [];
  for (const hasher of hashers) passed = [...(await hasher.pass(passed)), ...(await hasher.rest())];
  return passed;
}

class HashThread {
  readonly #worker = new Worker(PROGRAM, {
    eval: true,
    // None of the process's own settings, and little memory.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  readonly hashers = new Map<number, ThreadHasher>();

  constructor() {
    this.#worker.on('message', (reply: Reply) => this.hashers.get(reply.id)?.onReply(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that computes hashes has ended.')));
    // Last: a listener of messages keeps the process alive again.
    this.#worker.unref();
  }

  send(message: Message): void {
    if (message.ends) this.hashers.delete(message.id);
    this.#worker.postMessage(message, message.buffers);
  }

  #fail(error: unknown): void {
    threads.delete(this);
    for (const hasher of this.hashers.values()) hasher.onFailure(error);
    this.hashers.clear();
  }
}

/** One hash of one body. Transfers the memory of pieces to a thread, and gets it back once their bytes are hashed. */
export class ThreadHasher {
  readonly #id = ++lastId;
  /** Pieces to send to the thread next. */
  #batch: Uint8Array[] = [];
  #batchBytes = 0;
  /** Batches that the thread has. */
  #away = 0;
  /** Pieces that have come back. */
  #hashed: Uint8Array[] = [];
  #failure: { readonly error: unknown } | undefined;
  /** Wakes the caller that waits for a reply. */
  #wake: () => void = () => undefined;
  #digest: Buffer | undefined;

  constructor(
    private readonly thread: HashThread,
    algorithm: ThreadAlgorithm,
  ) {
    thread.hashers.set(this.#id, this);
    thread.send({ id: this.#id, algorithm });
  }

  /**
   * Takes ownership of pieces, so the caller may no longer use their memory, and returns everything hashed so far: the same bytes
   * in the same order, in the same pieces or fewer. If it returns a promise, call it again only after the promise has resolved.
   */
  pass(pieces: readonly Uint8Array[]): Uint8Array[] | Promise<Uint8Array[]> {
    for (const piece of pieces) {
      this.#batch.push(piece);
      this.#batchBytes += piece.length;
      if (this.#batchBytes >= BATCH_BYTES) this.#send();
    }
    if (this.#away < BATCHES_AWAY) return this.#takeHashed();
    return this.#until(() => this.#away < BATCHES_AWAY).then(() => this.#takeHashed());
  }

  /** Returns everything that has not been returned yet. */
  async rest(): Promise<Uint8Array[]> {
    this.#send();
    await this.#until(() => this.#away === 0);
    return this.#takeHashed();
  }

  /** To be called once, after the last bytes. */
  async digest(): Promise<Buffer> {
    this.#send();
    this.thread.send({ id: this.#id, digests: true });
    await this.#until(() => this.#digest !== undefined);
    this.thread.send({ id: this.#id, ends: true });
    return this.#digest as Buffer;
  }

  /** To be called instead of `digest` if no digest is needed any more. Memory that the thread holds does not come back. */
  abandon(): void {
    this.thread.send({ id: this.#id, ends: true });
  }

  onReply({ buffers = [], digest }: Reply): void {
    if (digest) this.#digest = Buffer.from(digest);
    else this.#away -= 1;
    for (const buffer of buffers) this.#hashed.push(new Uint8Array(buffer));
    this.#wake();
  }

  onFailure(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  #send(): void {
    if (this.#batchBytes === 0) return;
    const all = this.#batch.every(canBeHandedOver) ? this.#batch : [join(this.#batch, this.#batchBytes)];
    this.thread.send({ id: this.#id, buffers: all.map(({ buffer }) => buffer as ArrayBuffer) });
    this.#away += 1;
    this.#batch = [];
    this.#batchBytes = 0;
  }

  #takeHashed(): Uint8Array[] {
    const hashed = this.#hashed;
    this.#hashed = [];
    return hashed;
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

/** Whether a piece has its own memory, and enough of it. */
function canBeHandedOver({ buffer, byteLength }: Uint8Array): boolean {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= LEAST_HANDED_OVER_BYTES;
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const joined = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const piece of pieces) {
    joined.set(piece, end);
    end += piece.length;
  }
  return joined;
}
