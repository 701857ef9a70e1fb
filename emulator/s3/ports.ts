import type { IncomingHttpHeaders } from 'node:http';
import type { Epochs } from '../domain/epoch';
import type { FaultNote } from '../domain/fault-note';
import type { Objects } from '../domain/objects/objects';
import type { Clock } from '../domain/ports';
import type { AccessKey, Bucket } from '../domain/records';
import type { Rely, Rules } from '../domain/rules';
import type { S3Operation } from '../domain/s3-operation';
import type { MatchingFault } from '../faults/effect';
import type { RecordedError } from '../journal/recorded';

/** Knobs that change what the data plane does. */
export type S3Rule = 'ownerPermission' | 'cannedAcl' | 'serverSideEncryption' | 's3Checks' | 'unknownPart';

/** Dependencies of the data plane. */
export interface S3Context {
  readonly objects: Objects;
  readonly credentials: CredentialsPort;
  readonly buckets: BucketsPort;
  /** Lets clients create and delete buckets; undefined: only REST does. */
  readonly clientBuckets: ClientBucketsPort | undefined;
  readonly rely: Rely<Pick<Rules, S3Rule>>;
  readonly clock: Clock;
  readonly epochs: Pick<Epochs, 'current'>;
  readonly faults: FaultsPort;
  readonly journal: JournalPort;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
  /** Host names that a bucket's alias may precede, as `alias.host`; lower-case, without port. */
  readonly hosts: readonly string[];
  /** How long a body may arrive more slowly than any real client sends. */
  readonly slowBodyMs: number;
  /** Logs unexpected errors. */
  readonly log: (line: string) => void;
}

/** Current access keys. Called for every request and every piece of a body, so it must be fast. */
export interface CredentialsPort {
  /** Undefined: the key does not exist (any more). Deleted buckets are not among the key's buckets. */
  find(accessKeyId: string): { readonly key: AccessKey; readonly secretAccessKey: string } | undefined;
}

/** Buckets as the data plane sees them. */
export interface BucketsPort {
  /** The bucket of this name, once the name has settled. */
  findByAlias(alias: string): Bucket | undefined;
  /** The bucket with this id. */
  find(id: string): Bucket | undefined;
}

/** Creating and deleting buckets over S3: for test suites, never in the service itself. */
export interface ClientBucketsPort {
  /** Whether a bucket of any project has this name. */
  isTaken(alias: string): boolean;
  /** Creates a bucket in the project of the key, which may then use it. The name must be free. */
  create(key: AccessKey, alias: string): Promise<Bucket>;
  /** Deletes a bucket, which must be empty. */
  delete(bucket: Bucket): Promise<void>;
}

/** Faults of the data plane. */
export interface FaultsPort {
  /** `view` is called only where there are faults. */
  match(operation: S3Operation, view: () => RequestView): MatchingFault | undefined;
}

/** What faults match a request by, before any of it is checked. */
export interface RequestView {
  readonly projectIds: readonly string[];
  /** Id of the request's bucket. */
  readonly objectId: string | undefined;
  /** Key of the object; undefined where the path has none. */
  readonly key: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Always undefined: bodies here are bytes. */
  readonly body: undefined;
}

/** The journal of requests. */
export interface JournalPort {
  open(request: {
    readonly api: 's3';
    readonly method: string;
    readonly path: string;
    readonly query: Iterable<readonly [string, string]>;
    readonly headers: IncomingHttpHeaders;
    readonly operation: S3Operation | undefined;
    readonly objectId: undefined;
    readonly key: string | undefined;
    readonly at: number;
  }): JournalEntryPort;
  /** Signals that an entry has new information. */
  note(entry: JournalEntryPort): void;
  finish(entry: JournalEntryPort, status: number | 'cut', sent?: SentResponse): void;
  /** Records in the entry which knobs `work` relies on. */
  noting<T>(entry: JournalEntryPort, work: () => T): T;
}

/** A response as it is sent. */
export interface SentResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request's journal entry. */
export interface JournalEntryPort {
  readonly requestId: string;
  accessKeyId: string | undefined;
  projectId: string | undefined;
  projectIds: readonly string[];
  objectId: string | undefined;
  fault: FaultNote | undefined;
  error: RecordedError | undefined;
  readonly assumptions: readonly string[];
}
