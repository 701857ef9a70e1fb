import type { IncomingHttpHeaders } from 'node:http';
import type { Epochs } from '../domain/epoch';
import type { FaultNote } from '../domain/fault-note';
import type { Objects } from '../domain/objects/objects';
import type { Clock } from '../domain/ports';
import type { AccessKey, Bucket } from '../domain/records';
import type { Rely, Rules } from '../domain/rules';
import type { S3Operation } from '../domain/s3-operation';

/** What the data plane works with. */
export interface S3Context {
  readonly objects: Objects;
  readonly credentials: CredentialsPort;
  readonly buckets: BucketsPort;
  readonly rely: Rely<Pick<Rules, 'ownerPermission' | 'cannedAcl' | 'serverSideEncryption'>>;
  readonly clock: Clock;
  readonly epochs: Pick<Epochs, 'current'>;
  readonly faults: FaultsPort;
  readonly journal: JournalPort;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
  /** Host names that a bucket's alias may stand before, as `alias.host`; lower-case, without port. */
  readonly hosts: readonly string[];
  /** How long a body may come slower than any client sends. */
  readonly slowBodyMs: number;
  /** Where unexpected errors go. */
  readonly log: (line: string) => void;
}

/** Access keys as they are at this moment. Asked for every request and every piece of a body: it has to be quick. */
export interface CredentialsPort {
  /** Undefined: there is no such key (any more). Buckets deleted meanwhile are not among the key's. */
  find(accessKeyId: string): { readonly key: AccessKey; readonly secretAccessKey: string } | undefined;
}

/** Buckets as the data plane sees them. */
export interface BucketsPort {
  /** The bucket of this name, once the name has settled. */
  findByAlias(alias: string): Bucket | undefined;
  /** The same by id. */
  find(id: string): Bucket | undefined;
}

/** Faults of the data plane. */
export interface FaultsPort {
  /** `view` is called only where there are faults. */
  match(operation: S3Operation, view: () => RequestView): FaultPort | undefined;
}

/** What a request is about, before anything of it is judged. */
export interface RequestView {
  readonly projectIds: readonly string[];
  /** Id of its bucket. */
  readonly objectId: string | undefined;
  /** Key of the object; undefined where the path has none. */
  readonly key: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** None: bodies here are bytes. */
  readonly body: undefined;
}

/** When a fault applies: before the operation has had its effect, or after. */
export type FaultMoment = 'before-commit' | 'after-commit';

/** One fault at work on one request. */
export interface FaultPort {
  /** What it does to every request that it applies to. */
  readonly note: FaultNote;
  /** False: the emulator was reset or stopped meanwhile, so nothing more is to happen. */
  wait(moment: FaultMoment): Promise<boolean>;
  effect(moment: FaultMoment): FaultEffect;
}

/** What is to happen to a response. */
export type FaultEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'cut' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: unknown;
    }
  | { readonly kind: 'truncate'; readonly bytes: number | undefined }
  | { readonly kind: 'garbage'; readonly text: string };

/** Where requests are written down. */
export interface JournalPort {
  open(request: {
    readonly method: string;
    readonly path: string;
    readonly query: Iterable<readonly [string, string]>;
    readonly headers: IncomingHttpHeaders;
    readonly operation: S3Operation | undefined;
    readonly objectId: undefined;
    readonly key: string | undefined;
    readonly at: number;
  }): JournalEntryPort;
  /** More is known of the request now. */
  note(entry: JournalEntryPort): void;
  finish(entry: JournalEntryPort, status: number | 'cut'): void;
  /** Notes in the entry which knobs `work` rests on. */
  noting<T>(entry: JournalEntryPort, work: () => T): T;
}

/** A request as it is written down. */
export interface JournalEntryPort {
  readonly requestId: string;
  accessKeyId: string | undefined;
  projectId: string | undefined;
  projectIds: readonly string[];
  objectId: string | undefined;
  fault: FaultNote | undefined;
  readonly assumptions: readonly string[];
}
