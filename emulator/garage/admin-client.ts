import { type Json, parseJson, stringifyJson } from '../../contract/formats/json';
import { attempt } from '../domain/attempt';
import type { ClusterHealth, ClusterNode } from '../domain/cluster';
import type { Permissions } from '../domain/records';
import {
  type ClusterBucket,
  type ClusterKey,
  GarageError,
  type GarageErrorKind,
  type ImportedKey,
  type ListedBucket,
  type ListedKey,
  type LocalAlias,
} from './admin-api';
import { exchange, type NodeRequest, type NodeResponse, NoResponse } from './http';
import { Nodes } from './nodes';
import {
  readBucket,
  readCleanUp,
  readDeleted,
  readHealth,
  readKey,
  readListedBucket,
  readListedKey,
  readSecret,
  readStatus,
  UnexpectedResponse,
} from './responses';

export interface AdminClientOptions {
  /** Admin APIs of nodes of one cluster, the preferred node first. */
  readonly urls: readonly string[];
  /** Admin token of the cluster, with the scope that `docs/self-hosting.md` names. */
  readonly token: string;
  /** Called after a call was denied; returns the token as it is now, or undefined if that is not known. */
  readonly readToken?: (() => string | undefined) | undefined;
  /** Time limit of each call. Default: 10 seconds. */
  readonly timeoutMs?: number;
  /** Called after each call with `ok` or the kind of its error, and its duration. */
  readonly onCall?: (operation: string, outcome: 'ok' | GarageErrorKind, ms: number) => void;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const ROWS_PER_PAGE = 1_000;
/** Maximum number of characters of Garage's error message. */
const MOST_OF_MESSAGE = 300;
/** Every node refuses a key that expired then, whatever the node's clock shows. */
const LONG_AGO = '2001-01-01T00:00:00Z';

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Text to hide if Garage's response repeats it. */
  readonly secret?: string;
}

interface Call extends Asked {
  readonly operation: string;
}

/**
 * The required part of Garage's admin API v2, over HTTP. Undefined or `absent`: Garage responded 404 for the bucket or key that was named. Any other
 * failure throws a {@link GarageError}. No call is atomic, and none is retried: the caller repeats one that failed with `unknown`.
 */
export class AdminClient {
  #token: string;
  readonly #stop = new AbortController();
  readonly #nodes: Nodes;

  constructor(private readonly options: AdminClientOptions) {
    this.#token = options.token;
    this.#nodes = new Nodes(options.urls, this.#stop.signal);
  }

  /** Ends every open call, with `unknown`. */
  close(): void {
    this.#stop.abort();
  }

  /**
   * `conflict`: another bucket has the alias. `second` is a name in the namespace of a key, given by the same call; `refused`: the key has
   * or had that name, as of a deleted bucket.
   */
  createBucket(alias: string, second?: LocalAlias): Promise<ClusterBucket> {
    const body = { globalAlias: alias, ...(second && { localAlias: second }) };
    return this.#get('CreateBucket', readBucket, { body });
  }

  findBucket(by: { readonly id: string } | { readonly alias: string }): Promise<ClusterBucket | undefined> {
    const query: Readonly<Record<string, string>> = 'id' in by ? { id: by.id } : { globalAlias: by.alias };
    return this.#find('GetBucketInfo', readBucket, { query });
  }

  /** Replaces both quotas, as Garage does, of which we use one, and checks the one in the response. */
  async setQuota(id: string, maxSize: bigint): Promise<ClusterBucket | undefined> {
    const operation = 'UpdateBucket';
    const body = { quotas: { maxSize, maxObjects: null } };
    const bucket = await this.#find(operation, readBucket, { query: { id }, body });
    if (bucket && bucket.quota !== maxSize) {
      throw new GarageError('refused', operation, `asked for a quota of ${maxSize}, it has ${bucket.quota}`);
    }
    return bucket;
  }

  /** Unfinished uploads do not count as content: call {@link cleanUpUploads} afterwards. */
  async deleteBucket(id: string): Promise<'deleted' | 'absent' | 'not_empty'> {
    const deleted = this.#find('DeleteBucket', readDeleted, { query: { id } });
    return (await deleted.catch(instead('BucketNotEmpty', 'not_empty' as const))) ?? 'absent';
  }

  /** Works for a deleted bucket too. */
  async cleanUpUploads(id: string): Promise<void> {
    await this.#get('CleanupIncompleteUploads', readCleanUp, { body: { bucketId: id, olderThanSecs: 0 } });
  }

  /** `refused`: another bucket has the alias. */
  async addAlias(id: string, alias: string): Promise<void> {
    await this.#get('AddBucketAlias', readBucket, { body: { bucketId: id, globalAlias: alias } });
  }

  async addLocalAlias(id: string, accessKeyId: string, alias: string): Promise<void> {
    await this.#get('AddBucketAlias', readBucket, { body: { bucketId: id, accessKeyId, localAlias: alias } });
  }

  /** All buckets, ordered by id. */
  listBuckets(): AsyncIterable<ListedBucket> {
    return this.#list('ListBuckets', readListedBucket, ({ id }) => id);
  }

  /** `exists_or_existed`: Garage accepts no id a second time, not even that of a deleted key. */
  importKey({ accessKeyId, secretAccessKey, name }: ImportedKey): Promise<'imported' | 'exists_or_existed'> {
    const body = { accessKeyId, secretAccessKey, name };
    return this.#get('ImportKey', readKey, { body, secret: secretAccessKey }).then(
      () => 'imported',
      instead('KeyAlreadyExists', 'exists_or_existed'),
    );
  }

  findKey(id: string): Promise<ClusterKey | undefined> {
    return this.#find('GetKeyInfo', readKey, { query: { id } });
  }

  findSecret(id: string): Promise<string | undefined> {
    return this.#find('GetKeyInfo', readSecret, { query: { id, showSecretKey: 'true' } });
  }

  /** Expires the key in every bucket from now on, by one write. */
  async expireKey(id: string): Promise<'expired' | 'absent'> {
    const key = await this.#find('UpdateKey', readKey, { query: { id }, body: { expiration: LONG_AGO } });
    if (key && !key.expired) throw new GarageError('refused', 'UpdateKey', 'the key did not expire');
    return key ? 'expired' : 'absent';
  }

  async renameKey(id: string, name: string): Promise<'renamed' | 'absent'> {
    const key = await this.#find('UpdateKey', readKey, { query: { id }, body: { name } });
    if (key && key.name !== name) throw new GarageError('refused', 'UpdateKey', 'the key did not get its name');
    return key ? 'renamed' : 'absent';
  }

  async deleteKey(id: string): Promise<'deleted' | 'absent'> {
    return (await this.#find('DeleteKey', readDeleted, { query: { id } })) ?? 'absent';
  }

  /** Adds the rights that are `true`. */
  allow(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined> {
    return this.#permit('AllowBucketKey', bucketId, accessKeyId, permissions);
  }

  /** Removes the rights that are `true`. */
  deny(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined> {
    return this.#permit('DenyBucketKey', bucketId, accessKeyId, permissions);
  }

  listKeys(): AsyncIterable<ListedKey> {
    return this.#list('ListKeys', readListedKey, ({ accessKeyId }) => accessKeyId);
  }

  health(): Promise<ClusterHealth> {
    return this.#get('GetClusterHealth', readHealth);
  }

  /** Its nodes. */
  status(): Promise<readonly ClusterNode[]> {
    return this.#get('GetClusterStatus', readStatus);
  }

  #permit(operation: string, bucketId: string, accessKeyId: string, { read, write, owner }: Permissions) {
    const body = { bucketId, accessKeyId, permissions: { read, write, owner } };
    return this.#find(operation, readBucket, { body });
  }

  /** A page begins with the last row of the page before. Garage 2.0.0 has no paging, and sends the same page again. */
  async *#list<Row>(operation: string, read: (row: Json) => Row, idOf: (row: Row) => string): AsyncGenerator<Row> {
    let last: string | undefined;
    for (;;) {
      const query = { limit: String(ROWS_PER_PAGE), ...(last !== undefined && { offset: last }) };
      const readPage = (rows: Json) => {
        if (!Array.isArray(rows)) throw new UnexpectedResponse('it is not a list');
        return rows.map(read);
      };
      const page = await this.#get(operation, readPage, { query });
      const begins = last;
      const rows = begins === undefined ? page : page.filter((row) => idOf(row) > begins);
      yield* rows;
      if (rows.length === 0 || page.length < ROWS_PER_PAGE) return;
      last = idOf(rows.at(-1) as Row);
    }
  }

  /** Returns the response, or undefined if the named bucket or key is absent. */
  #find<T>(operation: string, read: (response: Json) => T, asked: Asked): Promise<T | undefined> {
    return this.#get(operation, read, asked).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
      return undefined;
    });
  }

  async #get<T>(operation: string, read: (response: Json) => T, asked: Asked = {}): Promise<T> {
    const begun = performance.now();
    const tell = (outcome: 'ok' | GarageErrorKind) =>
      this.options.onCall?.(operation, outcome, performance.now() - begun);
    const value = await this.#attempt({ operation, ...asked }, read).catch((error: unknown) => {
      if (isAbsence(error)) tell('ok');
      else tell(error instanceof GarageError ? error.kind : 'unknown');
      throw error;
    });
    tell('ok');
    return value;
  }

  async #attempt<T>(call: Call, read: (response: Json) => T): Promise<T> {
    let { status, text } = await this.#ask(call);
    // A denied call has had no effect.
    if (isDenied(status) && this.#renewToken()) ({ status, text } = await this.#ask(call));
    if (status !== 200) throw this.#toError(call, status, text);
    try {
      return read(parseJson(text));
    } catch (error) {
      // The parser's message quotes the text.
      const why = error instanceof UnexpectedResponse ? error.message : 'it is not JSON';
      throw new GarageError('unknown', call.operation, `200 with a response that cannot be read: ${why}`, status);
    }
  }

  /** Whether there is another token than the one that was denied. */
  #renewToken(): boolean {
    const token = this.options.readToken?.();
    if (token === undefined || token === this.#token) return false;
    this.#token = token;
    return true;
  }

  #toError({ operation, secret }: Call, status: number, text: string): GarageError {
    const { code, message } = errorIn(text);
    const hidden = [this.#token, secret].filter((each) => each !== undefined && each !== '') as string[];
    const told = [code, message].filter((part) => part !== undefined).join(' ');
    const detail =
      `${status} ${onOneLine(hidden.reduce((text, each) => text.replaceAll(each, '(hidden)'), told))}`.trim();
    return new GarageError(kindOf(status, message), operation, detail, status, code);
  }

  /** Sends the call to one node; to another only if it cannot have reached the previous one. */
  async #ask(call: Call): Promise<NodeResponse> {
    const tried = new Set<URL>();
    for (;;) {
      try {
        return await this.#nodes.with(async (node) => {
          tried.add(node);
          const response = await exchange(this.#toRequest(node, call));
          // The node may be cut off from nodes that others still reach.
          if (response.status === 503) void this.#nodes.reportNoQuorum(node);
          return response;
        });
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        const asked = [...tried].at(-1) as URL;
        const search = error.why === 'stopped' ? undefined : this.#nodes.reportTrouble(asked);
        if (error.why === 'unreachable') {
          await search;
          if (!tried.has(this.#nodes.next)) continue;
        }
        const says = `${asked.host}: ${error.message}`;
        throw new GarageError('unknown', call.operation, says, undefined, undefined, { cause: error });
      }
    }
  }

  #toRequest(node: URL, { operation, query, body }: Call): NodeRequest {
    const url = new URL(`v2/${operation}`, node);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    return {
      method: /^(Get|List)/.test(operation) ? 'GET' : 'POST',
      url,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: stringifyJson(body) }),
      timeoutMs: this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      signal: this.#stop.signal,
    };
  }
}

/** Whether Garage does not know the bucket or key that the call names. A proxy can respond 404 too, without Garage's code. */
function isAbsence(error: unknown): boolean {
  const codes = ['NoSuchBucket', 'NoSuchAccessKey'];
  return error instanceof GarageError && error.status === 404 && codes.some((code) => code === error.code);
}

/** Returns the outcome that stands for one of Garage's error codes, and throws any other error. */
const instead =
  <T>(code: string, outcome: T) =>
  (error: unknown): T => {
    if (error instanceof GarageError && error.code === code) return outcome;
    throw error;
  };

function errorIn(text: string): { code: string | undefined; message: string } {
  // What is not Garage's response, such as a proxy's error page, contains nothing useful.
  const { code, message } = Object(attempt(() => parseJson(text))) as { readonly [name: string]: Json };
  return { code: typeof code === 'string' ? code : undefined, message: typeof message === 'string' ? message : '' };
}

/** Text for a log line, to which the response must not add lines of its own. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MOST_OF_MESSAGE);
}

const isDenied = (status: number) => status === 401 || status === 403;

function kindOf(status: number, message: string): GarageErrorKind {
  if (isDenied(status)) return 'denied';
  if (status === 409) return 'conflict';
  if (message.includes('Layout not ready')) return 'not_ready';
  // A proxy in front responds 408 and 429 to requests that can be repeated.
  return status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unknown';
}
