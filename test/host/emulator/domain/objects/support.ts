import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_LAG } from '../../../../../emulator/domain/lag';
import type { Incoming } from '../../../../../emulator/domain/objects/incoming';
import type { ObjectAddress, ObjectAttributes, StoredObject } from '../../../../../emulator/domain/objects/records';
import { Service } from '../../../../../emulator/domain/service';
import { dialects, unrecorded } from '../../../../../emulator/settings/knobs';
import { openStorage } from '../../../../../emulator/storage/storage';
import { VirtualClock } from '../../../../../emulator/system/clock';
import { createRandom } from '../../../../../emulator/system/random';
import { temporaryFolder } from '../../support';

/** No headers, no user metadata. */
export const PLAIN: ObjectAttributes = { headers: {}, metadata: {} };

const PROJECT = 'project-1';
const CALLER = { projectIds: [PROJECT] };

/** A service without HTTP over a folder or memory. */
export function openService(folder?: string) {
  const storage = openStorage(folder);
  const clock = new VirtualClock();
  storage.stores.tokens.grant('token', [PROJECT], 'start');
  const service = new Service(
    {
      clock,
      random: createRandom('seed'),
      rely: unrecorded(dialects.conventional),
      lag: NO_LAG,
      settle: () => ({ kind: 'immediate' }),
      transaction: storage.database.transaction,
      fromReserve: storage.fromReserve,
    },
    storage.stores,
  );
  const newBucket = (maxSize: bigint | number = 2n ** 40n) => {
    const [id, createdAt] = [randomUUID(), clock.now()];
    const quota = { projectId: PROJECT, maxSize: BigInt(maxSize), description: null };
    const bucket = { ...quota, id, alias: id, createdAt, updatedAt: createdAt, settled: true };
    return storage.stores.buckets.insert(bucket).id;
  };
  const setQuota = (id: string, maxSize: bigint | number) =>
    service.buckets.update(CALLER, { id, maxSize: BigInt(maxSize), description: undefined });
  return { service, objects: service.objects, storage, clock, caller: CALLER, newBucket, setQuota };
}

/** The same, closed when the test ends. */
export function startService(folder?: string) {
  const opened = openService(folder);
  onTestFinished(() => opened.storage.close());
  return opened;
}

/** The service with its bytes in a folder of the test, the files that are left there, and the address of an object in a bucket. */
export function startInFolder() {
  const folder = temporaryFolder();
  const started = startService(folder);
  const left = async () => {
    await started.storage.files.idle();
    return filesIn(folder);
  };
  return { ...started, folder, left, address: { bucketId: started.newBucket(), key: 'k' } };
}

/** A body as a client would send it, whole. */
export function bodyOf(bytes: Uint8Array | string, { announced = true, pieceBytes = 64 * 1024 } = {}): Incoming {
  const whole = Buffer.from(bytes as Uint8Array);
  return {
    chunks: (async function* () {
      for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes);
    })(),
    length: announced ? whole.length : undefined,
    digest: () => ({ etag: md5(whole), checksum: undefined }),
  };
}

/** A body that breaks off with this error after its bytes. */
export function brokenBody(bytes: Uint8Array | string, error: Error): Incoming {
  const { chunks, digest } = bodyOf(bytes);
  return {
    chunks: (async function* () {
      yield* chunks;
      throw error;
    })(),
    length: undefined,
    digest,
  };
}

export const md5 = (bytes: Uint8Array | string) => createHash('md5').update(bytes).digest('hex');

/** The files of a data folder's objects. */
export function filesIn(folder: string): string[] {
  const objects = join(folder, 'objects');
  return existsSync(objects) ? readdirSync(objects) : [];
}

/** All of an iteration of bytes. */
export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // Each is good until the next is asked for.
  for await (const piece of bytes) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** What lies at an address, bytes included. */
export async function contentOf(
  { objects }: Pick<Service, 'objects'>,
  address: ObjectAddress,
): Promise<{ object: StoredObject; bytes: Buffer } | undefined> {
  const object = objects.find(address);
  return object && { object, bytes: await collect(objects.read(object)) };
}
