import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Call } from './trace';

interface File {
  /** As the process sees it. */
  bytes: Buffer;
  /** As it is after a power cut. */
  synced: Buffer;
  end: number;
}

type Entry = File | 'folder';

/** Which names a power cut leaves: those that were synced, or all that the process made, as some file systems do. */
export type Names = 'synced' | 'all';

/** A folder on a disk that keeps what was synced, and nothing else. */
export class Disk {
  readonly #names = new Map<string, Entry>();
  readonly #synced = new Map<string, Entry>();

  apply(call: Call): void {
    switch (call.kind) {
      case 'open': {
        const file = this.#names.get(call.path);
        if (file === undefined) this.#names.set(call.path, { bytes: Buffer.alloc(0), synced: Buffer.alloc(0), end: 0 });
        else if (file !== 'folder' && call.truncates) file.bytes = Buffer.alloc(0);
        return;
      }
      case 'write': {
        const file = this.#file(call.path);
        const at = call.at ?? file.end;
        const grown = Buffer.alloc(Math.max(file.bytes.length, at + call.bytes.length));
        file.bytes.copy(grown);
        call.bytes.copy(grown, at);
        file.bytes = grown;
        if (call.at === undefined) file.end = at + call.bytes.length;
        return;
      }
      case 'truncate': {
        const file = this.#file(call.path);
        file.bytes = Buffer.concat([file.bytes, Buffer.alloc(call.size)]).subarray(0, call.size);
        return;
      }
      case 'sync':
        this.#sync(call.path);
        return;
      case 'rename': {
        const entry = this.#names.get(call.path);
        if (entry !== undefined) this.#names.set(call.to, entry);
        this.#names.delete(call.path);
        return;
      }
      case 'unlink':
        this.#names.delete(call.path);
        return;
      case 'folder':
        this.#names.set(call.path, 'folder');
    }
  }

  /** Writes what a power cut now would leave of a folder. */
  leave(root: string, to: string, names: Names): void {
    const entries = names === 'all' ? this.#names : this.#synced;
    for (const [path, entry] of entries) {
      const above = dirname(path);
      if (above !== root && path !== root && !entries.has(above)) continue;
      const copy = join(to, relative(root, path));
      mkdirSync(entry === 'folder' ? copy : dirname(copy), { recursive: true });
      if (entry !== 'folder') writeFileSync(copy, entry.synced);
    }
  }

  #sync(path: string): void {
    const entry = this.#names.get(path);
    if (entry !== undefined && entry !== 'folder') {
      entry.synced = Buffer.from(entry.bytes);
      return;
    }
    for (const name of this.#synced.keys()) {
      if (dirname(name) === path && !this.#names.has(name)) this.#synced.delete(name);
    }
    for (const [name, below] of this.#names) if (dirname(name) === path) this.#synced.set(name, below);
  }

  #file(path: string): File {
    const file = this.#names.get(path);
    if (file === undefined || file === 'folder') throw new Error(`${path} was written, but never made.`);
    return file;
  }
}
