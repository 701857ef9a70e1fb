import { expect } from 'vitest';
import { DomainError } from '../../../emulator/domain/errors';
import type { Part, Upload } from '../../../emulator/domain/objects/records';
import { openService } from '../../host/emulator/domain/objects/support';

/** What lies in a bucket, as it should be. */
export class Model {
  quota = 2_000_000;
  readonly objects = new Map<string, Buffer>();
  readonly uploads: { readonly upload: Upload; readonly parts: Map<number, { part: Part; bytes: Buffer }> }[] = [];

  get used(): number {
    return [...this.objects.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  }

  /** Whether a write of so many bytes in place of what lies at the key is within the quota. */
  fits(key: string, size: number): boolean {
    const growth = size - (this.objects.get(key)?.length ?? 0);
    return growth <= 0 || this.used + growth <= this.quota;
  }
}

/** The emulated service under test; can be opened anew where it has a folder. */
export class Real {
  opened: ReturnType<typeof openService>;
  readonly bucketId: string;

  constructor(private readonly folder: string | undefined) {
    this.opened = openService(folder);
    this.bucketId = this.opened.newBucket();
  }

  get objects() {
    return this.opened.objects;
  }

  async reopen(): Promise<void> {
    if (this.folder === undefined) return;
    await this.opened.storage.close();
    this.opened = openService(this.folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.opened.storage.close();
  }
}

/** One step: does it to both. */
export interface Command {
  run(model: Model, real: Real): Promise<unknown>;
}

/** Does it, and checks that it is refused by the quota exactly when it has to be. True: it was done. */
export async function attempt(fits: boolean, work: () => unknown): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'quota_exceeded') throw error;
    expect(fits).toBe(false);
    return false;
  }
  expect(fits).toBe(true);
  return true;
}
