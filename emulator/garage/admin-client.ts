import { type Json, parseJson, stringifyJson } from '../../contract/formats/json';
import type { ClusterHealth } from '../domain/cluster';
import type { Permissions } from '../domain/records';
import {
  type AdminApi,
  type ClusterBucket,
  type ClusterKey,
  type ClusterStatus,
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

/** Where to send calls, and how. */
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

interface Call {
  readonly method: 'GET' | 'POST';
  readonly operation: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Text to hide if Garage's response repeats it. */
  readonly secret?: string;
}

interface Failure {
  readonly error: GarageError;
  /** Garage does not know the bucket or key that the call names. */
  readonly isAbsent: boolean;
}

type Outcome<T> =
  | { readonly value: T; readonly failure: undefined }
  | { readonly value: undefined; readonly failure: Failure };

/** Garage's admin API over HTTP. Does not retry: the caller repeats a call that failed with `unknown`. */
export class AdminClient implements AdminApi {
  #token: string;
  readonly #readToken: NonNullable<AdminClientOptions['readToken']>;
  readonly #timeoutMs: number;
  readonly #onCall: NonNullable<AdminClientOptions['onCall']>;
  readonly #stop = new AbortController();
  readonly #nodes: Nodes;

  constructor(options: AdminClientOptions) {
    const { urls, token, timeoutMs = DEFAULT_TIMEOUT_MS, onCall = () => undefined } = options;
    this.#readToken = options.readToken ?? (() => undefined);
    this.#onCall = onCall;
    this.#token = token;
    this.#timeoutMs = timeoutMs;
    this.#nodes = new Nodes(urls, this.#stop.signal);
  }

  /** Ends every open call, with `unknown`. */
  close(): void {
    this.#stop.abort();
  }

  async createBucket(alias: string, second?: LocalAlias): Promise<ClusterBucket> {
    const body = { globalAlias: alias, ...(second && { localAlias: second }) };
    return this.#get({ method: 'POST', operation: 'CreateBucket', body }, readBucket);
  }

  async findBucket(by: { readonly id: string } | { readonly alias: string }): Promise<ClusterBucket | undefined> {
    const query: Readonly<Record<string, string>> = 'id' in by ? { id: by.id } : { globalAlias: by.alias };
    return this.#find({ method: 'GET', operation: 'GetBucketInfo', query }, readBucket);
  }

  async setQuota(id: string, maxSize: bigint): Promise<ClusterBucket | undefined> {
    const operation = 'UpdateBucket';
    // Sends both quotas, because Garage replaces them together.
    const body = { quotas: { maxSize, maxObjects: null } };
    const bucket = await this.#find({ method: 'POST', operation, query: { id }, body }, readBucket);
    if (bucket && bucket.quota !== maxSize) {
      throw new GarageError('refused', operation, `asked for a quota of ${maxSize}, it has ${bucket.quota}`);
    }
    return bucket;
  }

  async deleteBucket(id: string): Promise<'deleted' | 'absent' | 'not_empty'> {
    const { value, failure } = await this.#try(
      { method: 'POST', operation: 'DeleteBucket', query: { id } },
      readDeleted,
    );
    if (failure?.error.code === 'BucketNotEmpty') return 'not_empty';
    if (failure && !failure.isAbsent) throw failure.error;
    return value ?? 'absent';
  }

  async cleanUpUploads(id: string): Promise<void> {
    const body = { bucketId: id, olderThanSecs: 0 };
    await this.#get({ method: 'POST', operation: 'CleanupIncompleteUploads', body }, readCleanUp);
  }

  async addAlias(id: string, alias: string): Promise<void> {
    const body = { bucketId: id, globalAlias: alias };
    await this.#get({ method: 'POST', operation: 'AddBucketAlias', body }, readBucket);
  }

  async addLocalAlias(id: string, accessKeyId: string, alias: string): Promise<void> {
    const body = { bucketId: id, accessKeyId, localAlias: alias };
    await this.#get({ method: 'POST', operation: 'AddBucketAlias', body }, readBucket);
  }

  listBuckets(): AsyncIterable<ListedBucket> {
    return this.#list('ListBuckets', readListedBucket, ({ id }) => id);
  }

  async importKey(key: ImportedKey): Promise<'imported' | 'exists_or_existed'> {
    const { accessKeyId, secretAccessKey, name } = key;
    const body = { accessKeyId, secretAccessKey, name };
    const { failure } = await this.#try(
      { method: 'POST', operation: 'ImportKey', body, secret: secretAccessKey },
      readKey,
    );
    if (!failure) return 'imported';
    if (failure.error.code === 'KeyAlreadyExists') return 'exists_or_existed';
    throw failure.error;
  }

  async findKey(accessKeyId: string): Promise<ClusterKey | undefined> {
    return this.#find({ method: 'GET', operation: 'GetKeyInfo', query: { id: accessKeyId } }, readKey);
  }

  async findSecret(accessKeyId: string): Promise<string | undefined> {
    const query = { id: accessKeyId, showSecretKey: 'true' };
    return this.#find({ method: 'GET', operation: 'GetKeyInfo', query }, readSecret);
  }

  async expireKey(accessKeyId: string): Promise<'expired' | 'absent'> {
    const body = { expiration: LONG_AGO };
    const call: Call = { method: 'POST', operation: 'UpdateKey', query: { id: accessKeyId }, body };
    const key = await this.#find(call, readKey);
    if (key && !key.expired) throw new GarageError('refused', call.operation, 'the key did not expire');
    return key ? 'expired' : 'absent';
  }

  async renameKey(accessKeyId: string, name: string): Promise<'renamed' | 'absent'> {
    const call: Call = { method: 'POST', operation: 'UpdateKey', query: { id: accessKeyId }, body: { name } };
    const key = await this.#find(call, readKey);
    if (key && key.name !== name) throw new GarageError('refused', call.operation, 'the key did not get its name');
    return key ? 'renamed' : 'absent';
  }

  async deleteKey(accessKeyId: string): Promise<'deleted' | 'absent'> {
    const call: Call = { method: 'POST', operation: 'DeleteKey', query: { id: accessKeyId } };
    return (await this.#find(call, readDeleted)) ?? 'absent';
  }

  allow(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined> {
    return this.#permit('AllowBucketKey', { bucketId, accessKeyId, permissions });
  }

  deny(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined> {
    return this.#permit('DenyBucketKey', { bucketId, accessKeyId, permissions });
  }

  listKeys(): AsyncIterable<ListedKey> {
    return this.#list('ListKeys', readListedKey, ({ accessKeyId }) => accessKeyId);
  }

  health(): Promise<ClusterHealth> {
    return this.#get({ method: 'GET', operation: 'GetClusterHealth' }, readHealth);
  }

  status(): Promise<ClusterStatus> {
    return this.#get({ method: 'GET', operation: 'GetClusterStatus' }, readStatus);
  }

  #permit(operation: string, change: { bucketId: string; accessKeyId: string; permissions: Permissions }) {
    const { read, write, owner } = change.permissions;
    const body = { ...change, permissions: { read, write, owner } };
    return this.#find({ method: 'POST', operation, body }, readBucket);
  }

  /** A page begins with the last row of the page before. Garage 2.0.0 has no paging, and sends the same page again. */
  async *#list<Row>(operation: string, read: (row: Json) => Row, idOf: (row: Row) => string): AsyncGenerator<Row> {
    let last: string | undefined;
    for (;;) {
      const query = { limit: String(ROWS_PER_PAGE), ...(last !== undefined && { offset: last }) };
      const page = await this.#get({ method: 'GET', operation, query }, (rows) => {
        if (!Array.isArray(rows)) throw new UnexpectedResponse('it is not a list');
        return rows.map(read);
      });
      const begins = last;
      const rows = begins === undefined ? page : page.filter((row) => idOf(row) > begins);
      yield* rows;
      if (rows.length === 0 || page.length < ROWS_PER_PAGE) return;
      last = idOf(rows.at(-1) as Row);
    }
  }

  /** Returns the response to a call whose target cannot be absent. */
  async #get<T>(call: Call, read: (response: Json) => T): Promise<T> {
    const { value, failure } = await this.#try(call, read);
    if (failure) throw failure.error;
    return value;
  }

  /** Returns the response, or undefined if the named bucket or key is absent. */
  async #find<T>(call: Call, read: (response: Json) => T): Promise<T | undefined> {
    const { value, failure } = await this.#try(call, read);
    if (failure && !failure.isAbsent) throw failure.error;
    return value;
  }

  async #try<T>(call: Call, read: (response: Json) => T): Promise<Outcome<T>> {
    const begun = performance.now();
    const tell = (outcome: 'ok' | GarageErrorKind) => this.#onCall(call.operation, outcome, performance.now() - begun);
    try {
      const outcome = await this.#attempt(call, read);
      tell(outcome.failure && !outcome.failure.isAbsent ? outcome.failure.error.kind : 'ok');
      return outcome;
    } catch (error) {
      tell(error instanceof GarageError ? error.kind : 'unknown');
      throw error;
    }
  }

  async #attempt<T>(call: Call, read: (response: Json) => T): Promise<Outcome<T>> {
    let { status, text } = await this.#ask(call);
    // A denied call has had no effect.
    if (isDenied(status) && this.#renewToken()) ({ status, text } = await this.#ask(call));
    if (status !== 200) return { value: undefined, failure: this.#toFailure(call, status, text) };
    try {
      return { value: read(parseJson(text)), failure: undefined };
    } catch (error) {
      // The parser's message quotes the text.
      const why = error instanceof UnexpectedResponse ? error.message : 'it is not JSON';
      throw new GarageError('unknown', call.operation, `200 with a response that cannot be read: ${why}`, status);
    }
  }

  /** Whether there is another token than the one that was denied. */
  #renewToken(): boolean {
    const token = this.#readToken();
    if (token === undefined || token === this.#token) return false;
    this.#token = token;
    return true;
  }

  /** Only a 404 with Garage's own code means absent: a proxy can respond 404 too. */
  #toFailure({ operation, secret }: Call, status: number, text: string): Failure {
    const { code, message } = errorIn(text);
    const hidden = [this.#token, secret].filter((each) => each !== undefined && each !== '') as string[];
    const told = [code, message].filter((part) => part !== undefined).join(' ');
    const detail =
      `${status} ${onOneLine(hidden.reduce((text, each) => text.replaceAll(each, '(hidden)'), told))}`.trim();
    return {
      error: new GarageError(kindOf(status, message), operation, detail, status, code),
      isAbsent: status === 404 && (code === 'NoSuchBucket' || code === 'NoSuchAccessKey'),
    };
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

  #toRequest(node: URL, { method, operation, query, body }: Call): NodeRequest {
    const url = new URL(`v2/${operation}`, node);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    return {
      method,
      url,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: stringifyJson(body) }),
      timeoutMs: this.#timeoutMs,
      signal: this.#stop.signal,
    };
  }
}

function errorIn(text: string): { code: string | undefined; message: string } {
  try {
    const error = parseJson(text);
    if (typeof error !== 'object' || error === null || Array.isArray(error)) return { code: undefined, message: '' };
    const { code, message } = error;
    return {
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' ? message : '',
    };
  } catch {
    // Not Garage's response: a proxy's error page contains nothing useful.
    return { code: undefined, message: '' };
  }
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
