import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Emulator } from '../../../emulator';
import { clientFor, planeOf } from '../../host/emulator/s3/support';

/** Puts the object that the uses need into buckets, with a separate key. Returns the buckets' ids. */
export async function fill(emulator: Emulator, ...aliases: readonly string[]): Promise<readonly string[]> {
  const found = emulator.inspect.buckets().filter(({ alias }) => aliases.includes(alias));
  const client = clientFor(emulator, await planeOf(emulator).key(found, { write: true }));
  for (const Bucket of aliases) await client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'before' }));
  return found.map(({ id }) => id);
}
