/**
 * A story of the client as a separate program: esbuild bundles it and Bun runs it in `bundle.test.ts`, as in the released
 * provider. Reads the base URL and the token from the environment, and prints its results as one line of JSON.
 */
import { Client } from '../../../../provider/client';
import { bytes, failureOf, settingsFor, TestTime } from '../../../unit/provider/client/story-parts';

async function main(): Promise<void> {
  const { STORY_BASE_URL = '', STORY_TOKEN = '', STORY_CLOSED_URL = '' } = process.env;
  const settings = settingsFor(STORY_BASE_URL, STORY_TOKEN, new TestTime());
  const client = new Client(settings);
  const projectId = 'project-1';
  const made = await Promise.all(
    ['a', 'b', 'c'].map((name) => client.secrets.create({ projectId, name, value: bytes(name) })),
  );
  const found = await Promise.all(made.map(({ id }) => client.secrets.find(id)));
  const bucket = await client.buckets.create({ projectId, maxSize: 2n ** 63n - 1n });
  const listed = await client.buckets.waitUntil(bucket.id, ({ alias }) => alias !== undefined, 60_000);
  const key = await client.accessKeys.create({
    projectId,
    bucketIds: [bucket.id],
    permissions: { read: true, write: false, owner: false },
  });
  const hasty = new Client({ ...settings, requestTimeoutMs: 200, maxRetries: 0 });
  const timedOut = await failureOf(hasty.pullSecrets.create({ projectId, server: 's', username: 'u', password: 'p' }));
  const stop = new AbortController();
  const cancelling = failureOf(client.accessKeys.list({ signal: stop.signal }));
  stop.abort();
  const nobody = new Client({ ...settingsFor(STORY_CLOSED_URL, STORY_TOKEN, new TestTime()), maxRetries: 1 });
  const refused = await failureOf(nobody.secrets.list());
  const seen = {
    names: found.map((record) => record?.name),
    maxSize: listed?.max_size?.toString(),
    hasSecretHalf: key.secret_access_key.length > 0,
    timedOut: timedOut.name,
    cancelled: (await cancelling).name,
    refused: refused.message,
  };
  await Promise.all([client.close(), hasty.close(), nobody.close()]);
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

void main();
