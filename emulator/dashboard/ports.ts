import type { IncomingMessage } from 'node:http';
import type { FaultNote } from '../domain/fault-note';
import type { Incoming } from '../domain/objects/incoming';
import type { Caller } from '../domain/records';
import type { Service } from '../domain/service';
import type { TokenStore } from '../domain/stores';

/** What the dashboard works with. */
export interface DashboardContext {
  readonly service: Service;
  readonly tokens: Pick<TokenStore, 'find'>;
  /** Names of the operations that the dialect of the moment has. */
  readonly operations: () => readonly string[];
  readonly check: RequestCheck;
  /** The interface in the dialect of the moment, as an OpenAPI document. */
  readonly describe: () => Promise<InterfaceDescription>;
  readonly journal: JournalPort;
  readonly faults: FaultsPort;
  readonly admin: AdminPort;
  /** Undefined: objects lie in this process. */
  readonly cluster: ClusterPort | undefined;
  /** Reads a form up to its file. Throws `invalid` for one that is none. */
  readonly readUpload: (incoming: IncomingMessage) => Promise<Upload>;
  /** URL of the S3 listener. */
  readonly s3Endpoint: string;
  /** The only region that it takes; undefined: any. */
  readonly s3Region: string | undefined;
  /** A file with the authority that its clients have to trust; undefined: there is none to trust, or no file. */
  readonly caFile: string | undefined;
  /** Where unexpected errors go. */
  readonly log: (line: string) => void;
}

/** What is read of an OpenAPI document. */
export interface InterfaceDescription {
  readonly info: { readonly version: string };
  /** Operations, by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, unknown>> };
}

/** The operations of the service that a form here stands for. */
export type FormOperation =
  | 'createSecret'
  | 'updateSecret'
  | 'createPullSecret'
  | 'updatePullSecret'
  | 'createBucket'
  | 'updateBucket'
  | 'createAccessKey';

/** The control plane's own check of a request's body: every problem at once, none for a body that it would take. */
export type RequestCheck = (operation: FormOperation, body: object) => readonly FieldProblem[];

/** What is wrong with one field of a request; `says` goes on after the field's name. */
export interface FieldProblem {
  readonly field: string;
  readonly says: string;
}

/** A form with a file, of which the bytes are still to come. */
export interface Upload {
  /** What stands before the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** Without folders; `''`: none was chosen. */
  readonly filename: string;
  /** As the browser has it. */
  readonly contentType: string;
  readonly body: Incoming;
  /** Reads what is left of the form, and throws it away. */
  end(): Promise<void>;
}

/** Requests that the control plane has met. */
export interface JournalPort {
  /** The entries kept, oldest first. */
  requests(): readonly JournalItem[];
}

/** One request as it was met; times in milliseconds. */
export interface JournalItem {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly operation: string | undefined;
  readonly at: number;
  readonly status: number | 'cut' | undefined;
  readonly durationMs: number | undefined;
  readonly projectId: string | undefined;
  readonly fault: FaultNote | undefined;
  /** Already without what is known to be secret. */
  readonly body: unknown;
}

/** Who may do what every client notices. */
export interface AdminPort {
  /** Whether the emulator has an admin token. */
  readonly hasToken: boolean;
  /** Takes the same time wherever the two differ. */
  isToken(token: string): boolean;
  /** The admin: every project there is, also one that is made later. */
  readonly caller: Caller;
  /** Whether a request was sent on the emulator's own machine. */
  isFromThisMachine(request: Arrival): boolean;
}

/** How a request came. */
export interface Arrival {
  /** Address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The storage cluster that objects lie in. */
export interface ClusterPort {
  /**
   * How it is now, or was when it was seen last. Does not wait long, and does not throw: `trouble` says why it could not be seen just
   * now, in words that hold no secret but tell of the operator's machines.
   */
  look(): Promise<{ readonly seen: SeenCluster | undefined; readonly trouble: string | undefined }>;
}

/** The cluster at a time, in milliseconds. */
export interface SeenCluster {
  readonly at: number;
  readonly health: {
    /** `degraded`: everything works, but a node is missing. */
    readonly status: 'healthy' | 'degraded' | 'unavailable';
    readonly storageNodes: number;
    readonly storageNodesUp: number;
    readonly partitions: number;
    readonly partitionsQuorum: number;
    readonly partitionsAllOk: number;
  };
  readonly nodes: readonly SeenNode[];
}

/** One node. What is undefined is not known, or does not apply. */
export interface SeenNode {
  readonly id: string;
  readonly hostname: string | undefined;
  readonly version: string | undefined;
  readonly isUp: boolean;
  readonly lastSeenSecondsAgo: number | undefined;
  /** Undefined: it has no role. */
  readonly zone: string | undefined;
  /** In bytes; undefined: it keeps no objects. */
  readonly capacity: bigint | undefined;
  /** Of the file system of its objects, in bytes. */
  readonly freeBytes: bigint | undefined;
  readonly totalBytes: bigint | undefined;
}

/** Faults of the control plane. */
export interface FaultsPort {
  add(fault: SimpleFault): void;
  active(): readonly ActiveFault[];
}

/** The faults that can be added here; tests can add more kinds in process. */
export interface SimpleFault {
  /** One of the context's operations, or `*` for all. */
  readonly operation: string;
  readonly status?: number;
  readonly cut?: 'before-commit' | 'after-commit';
  readonly delayMs?: number;
  readonly times?: number;
}

/** A fault in force, wherever it was added. */
export interface ActiveFault {
  /** The same for as long as it is in force, and never another's. */
  readonly id: string;
  readonly spec: Omit<SimpleFault, 'delayMs'> & {
    readonly delayMs?:
      | number
      | { readonly min: number; readonly max: number }
      | { readonly p50: number; readonly p99: number };
    readonly truncate?: boolean | number;
    readonly garbage?: boolean | string;
    readonly pause?: boolean;
    readonly probability?: number;
  };
  readonly met: number;
  readonly held: number;
  remove(): void;
}
