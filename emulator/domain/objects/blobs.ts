import { DomainError } from '../errors';
import type { Transaction } from '../ports';
import { type AtHand, takeMemory } from './at-hand';
import type { Digest, Digester, Incoming } from './incoming';
import type { BlobContent, BlobFiles, BlobStore, NewBlob, Segment } from './ports';
import { Reading, type SegmentSource } from './reading';
import { receive } from './receive';

/** A body that was taken in, and when: what it was meant for may be replaced before it is kept. */
type ReceivedBlob = NewBlob & { readonly generation: number };

/** Bytes that stay readable, also when nothing refers to them any more. */
export interface Hold {
  letGo(): void;
  /** Throws `not_found` when everything stored was replaced: the segments then stand for other bytes. */
  requireCurrent(): void;
}

/**
 * Bytes: taken in, shared, read, and removed when nothing refers to them any more.
 *
 * What is being read is held: it loses its last reference as anything else does, and is deleted when the last reader has
 * gone. Holds are in memory only: what was left over is found without a reference at the next start.
 */
export class Blobs {
  readonly #holds = new Map<number, number>();
  /** Held, and without a reference. */
  readonly #dying = new Set<number>();
  /** Grows when everything stored is replaced: ids then stand for other bytes. */
  #generation = 0;
  #removable: string[] = [];

  constructor(
    private readonly store: BlobStore,
    private readonly files: BlobFiles,
    private readonly transaction: Transaction,
  ) {}

  /** Takes in a body. It is nobody's yet: {@link keep} it, or {@link discard} it. */
  async receive(incoming: Incoming, check: (received: number) => void): Promise<ReceivedBlob> {
    const generation = this.#generation;
    return { ...(await receive(incoming.chunks, this.files, check)), generation };
  }

  discard(blob: NewBlob): void {
    if ('file' in blob) this.files.discard(blob.file);
  }

  /** Runs `work` as one unit; files that it has made superfluous are removed once it is committed. */
  commit<T>(work: () => T): T {
    this.#removable = [];
    const result = this.transaction(work);
    if (this.#removable.length > 0) this.files.remove(this.#removable);
    return result;
  }

  /** Within {@link commit}: the segments of what is made of the body, with their reference. */
  keep(blob: ReceivedBlob): Segment[] {
    if (blob.generation !== this.#generation) {
      throw new DomainError('not_found', 'Everything stored was replaced while the bytes came.');
    }
    return blob.size === 0 ? [] : [[this.store.insert(blob), 0, blob.size]];
  }

  /** Within {@link commit}: notes that something more refers to the segments. */
  share(segments: readonly Segment[]): void {
    this.store.addReferences(segments);
  }

  /** Within {@link commit}: notes that something no longer does. After {@link share}, where both are due. */
  release(segments: readonly Segment[]): void {
    if (segments.length === 0) return;
    const { files, dying } = this.store.dropReferences(segments, (id) => this.#holds.has(id));
    this.#removable.push(...files);
    for (const id of dying) this.#dying.add(id);
  }

  /** Whether no bytes are known to be lost. */
  get isWhole(): boolean {
    return this.files.isWhole;
  }

  /** Throws `damaged` when bytes of the segments are known to be lost. */
  requireWhole(segments: readonly Segment[]): void {
    if (this.isWhole) return;
    for (const id of new Set(segments.map(([id]) => id))) {
      const content = this.store.content(id);
      if ('file' in content) this.files.requireWhole(content.file);
    }
  }

  /** Keeps the bytes readable until they are let go. */
  hold(segments: readonly Segment[]): Hold {
    const generation = this.#generation;
    const ids = new Set(segments.map(([id]) => id));
    for (const id of ids) this.#holds.set(id, (this.#holds.get(id) ?? 0) + 1);
    let isHeld = true;
    return {
      letGo: () => {
        if (isHeld && generation === this.#generation) this.#letGo(ids);
        isHeld = false;
      },
      requireCurrent: () => this.#requireCurrent(generation),
    };
  }

  /** What is computed from the bytes of the segments. */
  async digest(segments: readonly Segment[], digester: Digester): Promise<Digest> {
    const bytes = this.read(segments);
    try {
      return await digester(bytes);
    } finally {
      await bytes.return?.();
    }
  }

  /** Reads the segments, and holds them from now until the reading ends, so the caller must end it. */
  read(segments: readonly Segment[]): AsyncIterableIterator<Uint8Array> {
    const generation = this.#generation;
    const source: SegmentSource = {
      content: (id) => this.#contentIn(generation, id),
      open: (file) => this.files.open(file),
    };
    return new Reading(segments, source, this.hold(segments).letGo);
  }

  /** Everything stored was replaced: what is being read is gone. */
  clear(): void {
    this.#generation += 1;
    this.#holds.clear();
    this.#dying.clear();
  }

  /** Reads a segment without waiting: for those of up to `AT_HAND_BYTES`. */
  readNow([id, offset, length]: Segment): AtHand {
    const content = this.store.content(id);
    if ('bytes' in content) return { bytes: content.bytes.subarray(offset, offset + length), release: () => undefined };
    const memory = takeMemory(length);
    this.files.readNow(content.file, offset, memory.bytes);
    return memory;
  }

  #contentIn(generation: number, id: number): BlobContent {
    this.#requireCurrent(generation);
    return this.store.content(id);
  }

  #requireCurrent(generation: number): void {
    if (generation === this.#generation) return;
    throw new DomainError('not_found', 'The object is gone: everything stored was replaced while it was read.');
  }

  #letGo(ids: Iterable<number>): void {
    const free: number[] = [];
    for (const id of ids) {
      const left = (this.#holds.get(id) ?? 1) - 1;
      if (left > 0) {
        this.#holds.set(id, left);
        continue;
      }
      this.#holds.delete(id);
      if (this.#dying.delete(id)) free.push(id);
    }
    if (free.length === 0) return;
    this.commit(() => {
      const files = free.map((id) => this.store.deleteUnreferenced(id));
      this.#removable.push(...files.filter((file) => file !== undefined));
    });
  }
}
