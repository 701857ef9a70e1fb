import { parseJson, stringifyJson } from '../../../contract';
import { FakeCluster } from './fake-cluster';

/** A cluster of one node, and what S3 clients do to it. */
export interface ClusterUnderTest {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
  /** A call as it is on the wire; the answer, whatever its status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read freely what Garage sent
  admin(method: 'GET' | 'POST', operation: string, query: Record<string, string>, body?: unknown): Promise<any>;
  putObject(bucketId: string): Promise<void>;
  deleteObject(bucketId: string): Promise<void>;
  startUpload(bucketId: string): Promise<void>;
  /** DeleteBucket of S3, by a key with the owner bit. */
  deleteOverS3(alias: string): Promise<void>;
}

/** The clusters that a suite runs on. */
export function clusters(): { readonly name: string; readonly start: () => Promise<ClusterUnderTest> }[] {
  return [{ name: 'fake cluster', start: startFake }];
}

async function startFake(): Promise<ClusterUnderTest> {
  const fake = await FakeCluster.start();
  return {
    url: fake.url,
    token: fake.token,
    stop: () => fake.stop(),
    admin: (...call) => callAdmin(fake, ...call),
    putObject: async (id) => fake.tables.putObject(id),
    deleteObject: async (id) => fake.tables.emptyBucket(id),
    startUpload: async (id) => fake.tables.startUpload(id),
    deleteOverS3: async (alias) => fake.tables.deleteOverS3(alias),
  };
}

/** A call as it is on the wire. */
export async function callAdmin(
  { url, token }: { readonly url: string; readonly token: string },
  method: 'GET' | 'POST',
  operation: string,
  query: Record<string, string>,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}/v2/${operation}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: stringifyJson(body) }),
  });
  return parseJson(await response.text());
}
