import type { Credentials } from '../../../host/emulator/s3/support';
import { clientOf } from '../../../host/emulator/support';
import type { Ready } from '../../../support/emulator-process';

/** A bucket of an emulator in another process, and a key that may do everything with it. */
export async function prepareBucket(
  ready: Ready,
): Promise<{ readonly bucket: string; readonly credentials: Credentials }> {
  const send = clientOf(ready, ready.token);
  const project_id = ready.projectId;
  const { json: made } = await send('POST', '/s3/buckets', { project_id, max_size: 2 ** 40 });
  const permissions = { read: true, write: true, owner: true };
  const { json: key } = await send('POST', '/s3/keys', { project_id, bucket_ids: [made.id], permissions });
  const { json: listed } = await send('GET', '/s3/buckets');
  return {
    bucket: listed[0].alias,
    credentials: { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  };
}
