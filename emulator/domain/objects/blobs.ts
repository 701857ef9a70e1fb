import { DomainError } from '../errors';
import type { FromReserve, Transaction } from '../ports';
import { type AtHand, takeMemory } from './buffer-pool';
import type { Digest, Digester, Incoming } from './incoming';
import type { BlobFiles, BlobStore, NewBlob, Segment } from './ports';
import { Reading, type SegmentSource } from './reading';
import { storeBody } from './store-body';

/** A received body and its generation, because everything stored may be replaced before the body is kept. */
type ReceivedBlob = NewBlob & { readonly generation: number };

/** Keeps bytes readable, even after their last reference is gone. */
export interface Retained {
  letGo(): void;
  /** Throws `not_found` if everything stored was replaced, because the segments then stand for other bytes. */
  requireCurrent(): void;
}

/**
 * Receives, shares and reads bytes, and removes them when nothing refers to them any more.
 *
 * A reader retains the bytes that it reads: if their last reference goes meanwhile, they are deleted when the last reader has ended. This is
 * known in memory only; the next start removes bytes that nothing refers to.
 */
export class Blobs {
  readonly #retained = new Map<number, number>();
  /** Ids of blobs that are retained but have no reference. */
  readonly #dying = new Set<number>();
  /** Grows when everything stored is replaced, because ids then stand for other bytes. */
  #generation = 0;
  #removable: string[] = [];

  constructor(
    private readonly store: BlobStore,
    private readonly files: BlobFiles,
    private readonly transaction: Transaction,
    private readonly fromReserve: FromReserve,
  ) {}

  /** Receives a body. The caller must {@link keep} or {@link discard} it. */
  async receive(incoming: Incoming, check: (received: number) => void): Promise<ReceivedBlob> {
    const generation = this.#generation;
    return { ...(await storeBody(incoming.chunks, this.files, check)), generation };
  }

  discard(blob: NewBlob): void {
    if ('file' in blob) this.files.discard(blob.file);
  }

  /** Runs `work` as one transaction. Removes the files that it frees after the commit. */
  commit<T>(work: () => T): T {
    this.#removable = [];
    const result = this.transaction(work);
    if (this.#removable.length > 0) this.files.remove(this.#removable);
    return result;
  }

  /** Like {@link commit}, for work that frees space. */
  free<T>(work: () => T): T {
    return this.fromReserve(() => this.commit(work));
  }

  /** Within {@link commit}: stores the body with one reference, and returns its segments. */
  keep(blob: ReceivedBlob): Segment[] {
    if (blob.generation !== this.#generation) {
      throw new DomainError('not_found', 'Everything stored was replaced while the bytes came.');
    }
    return blob.size === 0 ? [] : [[this.store.insert(blob), 0, blob.size]];
  }

  /** Within {@link commit}: adds a reference to the segments. */
  share(segments: readonly Segment[]): void {
    this.store.addReferences(segments);
  }

  /** Within {@link commit}: removes a reference from the segments. Call it after {@link share} if both are needed. */
  release(segments: readonly Segment[]): void {
    if (segments.length === 0) return;
    const { files, dying } = this.store.dropReferences(segments, (id) => this.#retained.has(id));
    this.#removable.push(...files);
    for (const id of dying) this.#dying.add(id);
  }

  /** True if no bytes are known to be lost. */
  get isWhole(): boolean {
    return this.files.isWhole;
  }

  /** Throws `damaged` if bytes of the segments are known to be lost. */
  requireWhole(segments: readonly Segment[]): void {
    if (this.isWhole) return;
    for (const id of new Set(segments.map(([id]) => id))) {
      const content = this.store.content(id);
      if ('file' in content) this.files.requireWhole(content.file);
    }
  }

  /** Keeps the bytes readable until `letGo` is called. */
  retain(segments: readonly Segment[]): Retained {
    const generation = this.#generation;
    const ids = new Set(segments.map(([id]) => id));
    for (const id of ids) this.#retained.set(id, (this.#retained.get(id) ?? 0) + 1);
    let isRetained = true;
    return {
      letGo: () => {
        if (isRetained && generation === this.#generation) this.#letGo(ids);
        isRetained = false;
      },
      requireCurrent: () => this.#requireCurrent(generation),
    };
  }

  async digest(segments: readonly Segment[], digester: Digester): Promise<Digest> {
    const bytes = this.read(segments);
    try {
      return await digester(bytes);
    } finally {
      await bytes.return?.();
    }
  }

  /** Reads the segments. Retains them from now until the reading ends, so the caller must end it. */
  read(segments: readonly Segment[]): AsyncIterableIterator<Uint8Array> {
    const generation = this.#generation;
    const source: SegmentSource = {
      content: (id) => {
        this.#requireCurrent(generation);
        return this.store.content(id);
      },
      open: (file) => this.files.open(file),
    };
    return new Reading(segments, source, this.retain(segments).letGo);
  }

  /** Call it after everything stored was replaced. Readings in progress end with an error. */
  clear(): void {
    this.#generation += 1;
    this.#retained.clear();
    this.#dying.clear();
  }

  /** Reads a segment of up to `AT_HAND_BYTES` synchronously. */
  readNow([id, offset, length]: Segment): AtHand {
    const content = this.store.content(id);
    if ('bytes' in content) return { bytes: content.bytes.subarray(offset, offset + length), release: () => undefined };
    const memory = takeMemory(length);
    this.files.readNow(content.file, offset, memory.bytes);
    return memory;
  }

  #requireCurrent(generation: number): void {
    if (generation === this.#generation) return;
    throw new DomainError('not_found', 'The object is gone: everything stored was replaced while it was read.');
  }

  #letGo(ids: Iterable<number>): void {
    const free: number[] = [];
    for (const id of ids) {
      const left = Number(this.#retained.get(id)) - 1;
      if (left > 0) {
        this.#retained.set(id, left);
        continue;
      }
      this.#retained.delete(id);
      if (this.#dying.delete(id)) free.push(id);
    }
    if (free.length === 0) return;
    this.free(() => {
      const files = free.map((id) => this.store.deleteUnreferenced(id));
      this.#removable.push(...files.filter((file) => file !== undefined));
    });
  }
}
