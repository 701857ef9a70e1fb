import type { S3 } from '@aws-sdk/client-s3';
import type { Dice } from '../../../support/dice';
import { type Content, contentOf, type Ledger } from './ledger';

const KEYS = 5;
const MIB = 2 ** 20;

/** Writes, overwrites, copies and deletes a few objects of its own, and keeps the ledger, until its requests fail. */
export class ObjectWriter {
  acknowledged = 0;

  constructor(
    private readonly s3: S3,
    private readonly bucket: string,
    private readonly name: string,
    private readonly ledger: Ledger,
    private readonly dice: Dice,
  ) {}

  async run(): Promise<void> {
    for (;;) {
      try {
        await this.#once();
      } catch {
        return;
      }
      this.acknowledged += 1;
    }
  }

  async #once(): Promise<void> {
    const key = this.#key();
    const { dice } = this;
    switch (dice.pick(['small', 'small', 'small', 'large', 'large', 'copy', 'copy', 'delete', 'parts'])) {
      case 'small':
        return this.#put(key, dice.bytes(dice.roll(3000)));
      case 'large':
        return this.#put(key, dice.bytes(100_000 + dice.roll(600_000)));
      case 'parts':
        return this.#putParts(key, [dice.bytes(5 * MIB), dice.bytes(1 + dice.roll(100_000))]);
      case 'copy':
        return this.#copy(this.#key(), key);
      default:
        return this.#write(key, undefined, (Bucket, Key) => this.s3.deleteObject({ Bucket, Key }));
    }
  }

  #key(): string {
    return `${this.name}/${this.dice.roll(KEYS)}`;
  }

  #put(key: string, bytes: Buffer): Promise<void> {
    return this.#write(key, contentOf(bytes), (Bucket, Key) => this.s3.putObject({ Bucket, Key, Body: bytes }));
  }

  async #putParts(Key: string, parts: readonly Buffer[]): Promise<void> {
    const at = { Bucket: this.bucket, Key };
    const { UploadId } = await this.s3.createMultipartUpload(at);
    const Parts = await Promise.all(
      parts.map(async (Body, index) => {
        const part = { ...at, UploadId, PartNumber: index + 1 };
        const { ETag } = await this.s3.uploadPart({ ...part, Body });
        return { ETag, PartNumber: part.PartNumber };
      }),
    );
    await this.#write(Key, contentOf(Buffer.concat(parts)), () =>
      this.s3.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts } }),
    );
  }

  async #copy(from: string, to: string): Promise<void> {
    const content = this.ledger.current(from);
    // Nothing to copy, and onto itself nothing changes.
    if (content === undefined || from === to) return;
    await this.#write(to, content, (Bucket, Key) =>
      this.s3.copyObject({ Bucket, Key, CopySource: `${Bucket}/${from}` }),
    );
  }

  async #write(key: string, content: Content, send: (bucket: string, key: string) => Promise<unknown>): Promise<void> {
    this.ledger.sent(key, content);
    await send(this.bucket, key);
    this.ledger.acknowledged(key, content);
  }
}
