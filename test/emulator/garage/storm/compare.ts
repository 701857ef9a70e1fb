import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { AdminClient } from '../../../../emulator/garage/admin-client';
import { allRows } from '../all-rows';
import { type Stage, s3At } from './client';

const WITHIN_MS = 180_000;

interface Compared {
  readonly tookMs: number;
  readonly differences: string[];
  /** Buckets that were made half, which a sweep removes when they are an hour old. */
  readonly nameless: number;
}

/** Until database and cluster agree exactly; what is different when the time is up. `isLater`: an hour, at least. */
export async function compare({ cluster, plane }: Stage, { isLater = false } = {}): Promise<Compared> {
  const api = new AdminClient({ urls: cluster.urls, token: cluster.token });
  const begun = Date.now();
  for (;;) {
    const { differences, nameless } = await findDifferences(api, plane, isLater).catch((error) => ({
      differences: [`not compared: ${error}`],
      nameless: 0,
    }));
    const tookMs = Date.now() - begun;
    if (differences.length === 0 || tookMs > WITHIN_MS) return { tookMs, differences, nameless };
    await delay(1_000);
  }
}

async function findDifferences(api: AdminClient, plane: Stage['plane'], isLater: boolean) {
  const open = await plane.openIntents();
  const [buckets, keys] = [await plane.list('/s3/buckets'), await plane.list('/s3/keys')];
  const there = await allRows(api.listBuckets());
  const nameless = there.filter(({ aliases }) => aliases.length === 0);
  const expected = isLater ? there : there.filter((bucket) => !nameless.includes(bucket));
  const keysThere = (await allRows(api.listKeys())).filter(({ name }) => !/:(?:guard|mark):/.test(name));
  const differences = [
    ...(open > 0 ? [`${open} intents are open`] : []),
    ...unequal(
      'bucket',
      buckets.map(({ alias }) => String(alias)),
      expected.map(({ id, aliases }) => aliases.join(' ') || id),
    ),
    ...unequal(
      'key',
      keys.map((key) => key.access_key_id),
      keysThere.map(({ accessKeyId }) => accessKeyId),
    ),
    ...keysThere.filter(({ expired }) => expired).map(({ accessKeyId }) => `key ${accessKeyId} has expired`),
  ];
  return { differences, nameless: nameless.length };
}

function unequal(what: string, ours: readonly string[], theirs: readonly string[]): string[] {
  return [
    ...ours.filter((name) => !theirs.includes(name)).map((name) => `${what} ${name} is in the database only`),
    ...theirs.filter((name) => !ours.includes(name)).map((name) => `${what} ${name} is in the cluster only`),
    ...(ours.length === theirs.length ? [] : [`${ours.length} against ${theirs.length} ${what}s`]),
  ];
}

/** Reads every acknowledged object again, with a new key for each bucket. */
export async function readAll({ cluster, plane, ledger, projectId }: Stage): Promise<number> {
  const buckets = await plane.list('/s3/buckets');
  let count = 0;
  for (const [id, objects] of ledger.objects) {
    if (objects.size === 0) continue;
    const alias = buckets.find((bucket) => bucket.id === id)?.alias;
    if (alias === undefined) {
      ledger.violations.push(`bucket ${id} is gone, with ${objects.size} objects`);
      continue;
    }
    const permissions = { read: true, write: false, owner: false };
    const made = await plane.send('POST', '/s3/keys', { project_id: projectId, bucket_ids: [id], permissions });
    const { id: keyId, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = made?.json ?? {};
    const s3 = s3At(cluster, count % cluster.nodes.length, { id: keyId, accessKeyId, secretAccessKey });
    for (const [name, text] of objects) {
      const read = await readPatiently(() => s3.send(new GetObjectCommand({ Bucket: alias, Key: name })));
      if (read !== text) ledger.violations.push(`${alias}/${name}: ${read === undefined ? 'missing' : 'other bytes'}`);
      count++;
    }
    s3.destroy();
    await plane.send('DELETE', `/s3/keys/${keyId}`);
  }
  return count;
}

/** A new key takes a moment to reach each node. */
async function readPatiently(
  get: () => Promise<{ Body?: { transformToString(): Promise<string> } | undefined }>,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return await (await get()).Body?.transformToString();
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      await delay(200);
    }
  }
  return undefined;
}
