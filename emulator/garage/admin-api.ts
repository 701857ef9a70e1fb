import { attempt } from '../../contract/formats/attempt';
import { parseJson, stringifyJson } from '../../contract/formats/json';
import type { Permissions } from '../domain/records';
import type { Nodes } from './nodes';
import type { ClusterBucket, ClusterKey, ListedKey } from './responses';
import * as responses from './responses';

/**
 * - `unknown`: the outcome of the call is unknown (500, 503, no response in time, a cut connection). Every step can be repeated.
 * - `refused`: Garage responded with another error. The call had no effect.
 */
export type Failure = 'unknown' | 'refused';

/** A failed call of the admin API. Its message contains neither the token nor a secret key. */
export class GarageError extends Error {
  override readonly name = 'GarageError';

  constructor(
    readonly failure: Failure,
    /** Garage's name of the operation: `CreateBucket`. */
    operation: string,
    says: string,
    /** Garage's error code: `NoSuchBucket`. */
    readonly code?: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${says}`, options);
  }
}

export interface AdminApiOptions {
  readonly nodes: Nodes;
  readonly token: string;
  /** Time limit of each call. Default: 5 seconds, so that a request has time to ask another node. */
  readonly timeoutMs?: number;
}

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Hidden if Garage's response repeats it. */
  readonly secret?: string;
  /** Allows a node that is not known to be of our cluster, and receives the one that responded. */
  readonly onNode?: (node: URL) => void;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const ROWS_PER_PAGE = 500;
const LONGEST_DETAIL = 300;
/** Every node refuses a key that expired then, whatever the node's clock shows. */
const LONG_AGO = '2001-01-01T00:00:00Z';

/**
 * The part of Garage's admin API v2 that the control plane needs, one HTTP request a call. `undefined` or `absent`: Garage responded 404 for the
 * bucket or key. Throws a {@link GarageError} for any other failure. Calls are not retried here.
 */
export class AdminApi {
  readonly #closed = new AbortController();

  constructor(private readonly options: AdminApiOptions) {}

  /** Ends every open call, with `unknown`. */
  close(): void {
    this.#closed.abort();
  }

  /** `taken`: a bucket has the alias. */
  createBucket(alias: string): Promise<ClusterBucket | 'taken'> {
    return this.#call('CreateBucket', responses.bucket, { body: { globalAlias: alias } }).catch(
      instead('BucketAlreadyExists', 'taken' as const),
    );
  }

  findBucket(by: { readonly id: string } | { readonly globalAlias: string }): Promise<ClusterBucket | undefined> {
    return this.#find('GetBucketInfo', responses.bucket, { query: { ...by } });
  }

  /** Replaces both quotas, as Garage does, and checks the one that we use in the response. */
  async setQuota(id: string, maxSize: bigint): Promise<ClusterBucket | undefined> {
    const body = { quotas: { maxSize, maxObjects: null } };
    const bucket = await this.#find('UpdateBucket', responses.bucket, { query: { id }, body });
    if (bucket && bucket.quotas.maxSize !== maxSize) {
      throw new GarageError('refused', 'UpdateBucket', `asked for ${maxSize} bytes, got ${bucket.quotas.maxSize}`);
    }
    return bucket;
  }

  /** Unfinished uploads do not count as content: call {@link cleanUpUploads} afterwards. */
  async deleteBucket(id: string): Promise<'deleted' | 'absent' | 'not_empty'> {
    const deleted = this.#find('DeleteBucket', responses.deleted, { query: { id } });
    return (await deleted.catch(instead('BucketNotEmpty', 'not_empty' as const))) ?? 'absent';
  }

  /** Works for a deleted bucket too. */
  async cleanUpUploads(bucketId: string): Promise<void> {
    await this.#call('CleanupIncompleteUploads', responses.cleanUp, { body: { bucketId, olderThanSecs: 0 } });
  }

  async addAlias(bucketId: string, globalAlias: string): Promise<void> {
    await this.#call('AddBucketAlias', responses.bucket, { body: { bucketId, globalAlias } });
  }

  /** `taken`: Garage accepts no id a second time, not even that of a deleted key. */
  importKey(
    accessKeyId: string,
    secretAccessKey: string,
    name: string,
    more: Asked = {},
  ): Promise<'imported' | 'taken'> {
    const body = { accessKeyId, secretAccessKey, name };
    return this.#call('ImportKey', responses.key, { body, secret: secretAccessKey, ...more }).then(
      () => 'imported',
      instead('KeyAlreadyExists', 'taken' as const),
    );
  }

  findKey(id: string): Promise<ClusterKey | undefined> {
    return this.#find('GetKeyInfo', responses.key, { query: { id } });
  }

  /** Whether the node in use knows the key by this name. If so, it is known to be of our cluster. */
  async prove(id: string, name: string): Promise<boolean> {
    let node: URL | undefined;
    const onNode = (responded: URL) => {
      node = responded;
    };
    const found = await this.#find('GetKeyInfo', responses.key, { query: { id }, onNode });
    if (found?.name !== name || !node) return false;
    this.options.nodes.prove(node);
    return true;
  }

  /** Creates the key that {@link prove} looks for, on a node that may be of any cluster. */
  importProof(accessKeyId: string, secretAccessKey: string, name: string): Promise<'imported' | 'taken'> {
    return this.importKey(accessKeyId, secretAccessKey, name, { onNode: () => undefined });
  }

  /** Whether the next call needs {@link prove} first. */
  get needsProof(): boolean {
    const { nodes } = this.options;
    return !nodes.isProven(nodes.current);
  }

  /** Expires the key in every bucket by one write. */
  async expireKey(id: string): Promise<void> {
    const key = await this.#find('UpdateKey', responses.key, { query: { id }, body: { expiration: LONG_AGO } });
    if (key && !key.expired) throw new GarageError('refused', 'UpdateKey', 'the key did not expire');
  }

  async deleteKey(id: string): Promise<'deleted' | 'absent'> {
    return (await this.#find('DeleteKey', responses.deleted, { query: { id } })) ?? 'absent';
  }

  /** Adds the rights that are `true`. */
  allow(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined> {
    return this.#find('AllowBucketKey', responses.bucket, { body: { bucketId, accessKeyId, permissions } });
  }

  /** Removes the rights that are `true`. */
  deny(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined> {
    return this.#find('DenyBucketKey', responses.bucket, { body: { bucketId, accessKeyId, permissions } });
  }

  /** All buckets, with their keys. */
  listBuckets(): Promise<ClusterBucket[]> {
    return this.#list('ListBucketsInfo', responses.buckets);
  }

  listKeys(): Promise<ListedKey[]> {
    return this.#list('ListKeys', responses.keys);
  }

  /** A page begins with the last row of the page before. */
  async #list<Row extends { readonly id: string }>(operation: string, schema: responses.Schema<Row[]>): Promise<Row[]> {
    const rows = new Map<string, Row>();
    for (;;) {
      const offset = [...rows.keys()].at(-1);
      const query = { limit: String(ROWS_PER_PAGE), ...(offset !== undefined && { offset }) };
      const page = await this.#call(operation, schema, { query });
      for (const row of page) rows.set(row.id, row);
      if (page.length < ROWS_PER_PAGE) return [...rows.values()];
    }
  }

  #find<T>(operation: string, schema: responses.Schema<T>, asked: Asked): Promise<T | undefined> {
    const absent = (error: unknown) => {
      if (error instanceof GarageError && ['NoSuchBucket', 'NoSuchAccessKey'].includes(error.code ?? ''))
        return undefined;
      throw error;
    };
    return this.#call(operation, schema, asked).catch(absent);
  }

  async #call<T>(operation: string, schema: responses.Schema<T>, asked: Asked): Promise<T> {
    const { nodes } = this.options;
    return nodes.use(async (node) => {
      if (!asked.onNode && !nodes.isProven(node)) {
        throw new GarageError('unknown', operation, `${node.host} is not known to be a node of our cluster yet`);
      }
      const { status, text } = await this.#exchange(node, operation, asked);
      if (status !== 200) throw this.#toError(operation, node, status, text, asked.secret);
      const read = schema.safeParse(attempt(() => parseJson(text)));
      if (read.success) {
        asked.onNode?.(node);
        return read.data;
      }
      throw new GarageError('unknown', operation, `${node.host} sent 200 with a body that is not Garage's`);
    });
  }

  async #exchange(node: URL, operation: string, { query = {}, body }: Asked) {
    const url = new URL(`v2/${operation}?${new URLSearchParams(query)}`, node);
    const isRead = /^(Get|List)/.test(operation);
    const timeLimit = AbortSignal.timeout(this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const { nodes, token } = this.options;
    try {
      const response = await fetch(url, {
        method: isRead ? 'GET' : 'POST',
        // A connection that is kept alive may be cut at the moment of its reuse.
        headers: { authorization: `Bearer ${token}`, connection: 'close' },
        redirect: 'error',
        signal: AbortSignal.any([this.#closed.signal, timeLimit]),
        ...(body !== undefined && { body: stringifyJson(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (this.#closed.signal.aborted) throw new GarageError('unknown', operation, 'the control plane is stopping');
      nodes.rest(node);
      const why = timeLimit.aborted ? 'no response in time' : `no response (${codeOf(error)})`;
      throw new GarageError('unknown', operation, `${node.host}: ${why}`, undefined, { cause: error });
    }
  }

  #toError(operation: string, node: URL, status: number, text: string, secret = this.options.token): GarageError {
    const failed = responses.failure.safeParse(attempt(() => parseJson(text)));
    const { code, message = '' } = failed.success ? failed.data : {};
    // A node without a quorum, or without a layout. Other nodes may have both.
    if (status >= 500) this.options.nodes.rest(node);
    const isUnknown = status >= 500 || status === 408 || status === 429;
    const hidden = [this.options.token, secret].reduce((told, each) => told.replaceAll(each, '(hidden)'), message);
    const told = hidden.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
    const detail = `${node.host}: ${status} ${code ?? ''} ${told.slice(0, LONGEST_DETAIL)}`.trim();
    return new GarageError(isUnknown ? 'unknown' : 'refused', operation, detail, code);
  }
}

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  return cause?.code ?? name;
}

/** Maps the Garage error with this code to a value. */
const instead =
  <T>(code: string, value: T) =>
  (error: unknown): T => {
    if (error instanceof GarageError && error.code === code) return value;
    throw error;
  };
