import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Emulator } from '../../../../../emulator';
import type { Kept } from '../../../../support/host';

/** Acts on a bucket with another user's key. */
export async function asUser<R>(
  emulator: Emulator,
  { state }: Kept,
  act: (s3: S3Client, bucket: string) => Promise<R>,
): Promise<R> {
  const response = await fetch(`${emulator.baseUrl}/s3/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      project_id: emulator.projectId,
      bucket_ids: [state.id],
      permissions: { read: true, write: true, owner: false },
    }),
  });
  const key = (await response.json()) as { access_key_id: string; secret_access_key: string };
  const s3 = new S3Client({
    endpoint: emulator.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  });
  try {
    return await act(s3, String(state.alias));
  } finally {
    s3.destroy();
  }
}

/** Puts an object with each of these keys into a bucket. */
export const put = (emulator: Emulator, kept: Kept, keys: readonly string[]) =>
  asUser(emulator, kept, async (s3, Bucket) => {
    for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  });
