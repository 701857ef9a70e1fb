import type { IncomingMessage } from 'node:http';
import type { Epochs } from '../domain/epoch';
import type { FieldProblem } from '../domain/errors';
import type { Incoming } from '../domain/objects/incoming';
import type { Caller } from '../domain/records';
import type { Service } from '../domain/service';
import type { TokenStore } from '../domain/stores';
import type { RecordedRequest } from '../journal/recorded';

/** What the dashboard works with. */
export interface DashboardContext {
  readonly service: Service;
  readonly tokens: Pick<TokenStore, 'holderOf'>;
  readonly epochs: Pick<Epochs, 'current'>;
  /** Names of the operations that the dialect of the moment has. */
  readonly operations: () => readonly string[];
  /** The methods of a path; none: there is no such path. */
  readonly methodsOf: (path: string) => readonly string[];
  readonly check: RequestCheck;
  /** The interface in the dialect of the moment, as an OpenAPI document. */
  readonly describe: () => Promise<InterfaceDescription>;
  readonly journal: JournalPort;
  readonly faults: FaultsPort;
  readonly control: ControlPort;
  readonly admin: AdminPort;
  /** Undefined: objects lie in this process. */
  readonly cluster: ClusterPort | undefined;
  /** Reads a form up to its file. Throws `invalid` for one that is none. */
  readonly readUpload: (incoming: IncomingMessage) => Promise<Upload>;
  /** Signs a link that downloads an object; throws `invalid` where there can be none. `expiresAt` is in milliseconds. */
  readonly presign: (wanted: LinkRequest) => { readonly url: string; readonly expiresAt: number };
  /** URL of the S3 listener. */
  readonly s3Endpoint: string;
  /** The only region that it takes; undefined: any. */
  readonly s3Region: string | undefined;
  /** A file with the authority that its clients have to trust; undefined: there is none to trust, or no file. */
  readonly caFile: string | undefined;
  /** Where unexpected errors go. */
  readonly log: (line: string) => void;
}

/** What a link opens, who signs it, and how long it is valid. */
export interface LinkRequest {
  /** Its alias. */
  readonly bucket: string;
  readonly key: string;
  readonly accessKeyId: string;
  readonly lifetimeS: number;
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

/** A form with a file, of which the bytes are still to come. */
export interface Upload {
  /** What stands before the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** Without folders; `''`: none was chosen. */
  readonly filename: string;
  /** As the browser has it. */
  readonly contentType: string;
  readonly body: Incoming;
  /** Bytes of the whole form, a little more than those of its file; undefined: nobody has said. */
  readonly formLength: number | undefined;
  /** Reads what is left of the form, and throws it away. */
  end(): Promise<void>;
}

/** Requests that the control plane has met. */
export interface JournalPort {
  /** The entries kept, oldest first. */
  requests(): readonly JournalItem[];
  /** Lines between them, oldest first. */
  marks(): readonly MarkItem[];
}

/** A line between requests, behind the request of that number. */
export interface MarkItem {
  readonly markId: string;
  readonly text: string;
  readonly at: number;
  readonly after: number;
}

/** One request as it was met. */
export type JournalItem = RecordedRequest;

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

/** Faults, of the control plane and of S3. */
export interface FaultsPort {
  /** Adds one of these members. Throws `invalid` for one that could never apply as intended. */
  add(fault: Readonly<Record<string, unknown>>): void;
  /** All that were added and not removed, in that order. */
  list(): readonly SeenFault[];
  clear(): void;
  /** JSON as bodies have it: integers of any size. Throws for anything else. */
  parseJson(text: string): unknown;
}

/** A wait in milliseconds. */
type Wait = number | { readonly min: number; readonly max: number } | { readonly p50: number; readonly p99: number };

/** A fault, wherever it was added. */
export interface SeenFault {
  /** The same for as long as it is there, and never another's. */
  readonly id: string;
  readonly spec: {
    readonly operation: string;
    readonly status?: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly retryAfter?: number | string;
    readonly cut?: 'before-commit' | 'after-commit';
    readonly truncate?: boolean | number;
    readonly garbage?: boolean | string;
    readonly delayMs?: Wait;
    readonly pause?: boolean;
    readonly when?: 'before-commit' | 'after-commit';
    readonly where?: {
      readonly projectId?: string;
      readonly objectId?: string;
      readonly keyPrefix?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: object;
    };
    readonly skip?: number;
    readonly times?: number;
    readonly probability?: number;
  };
  readonly met: number;
  readonly held: number;
  /** Whether it applies to no more requests, because it applied to as many as it may. */
  readonly isUsedUp: boolean;
  release(): void;
  remove(): void;
}

/** What tests can do to the emulator. */
export interface ControlPort {
  readonly clock: ClockPort;
  readonly settings: SettingsPort;
  /** Why some of it is refused here, in sentences; undefined: nothing is. */
  readonly refused: { readonly clock: string; readonly reset: string; readonly snapshot: string } | undefined;
  /** Back to how the emulator started. */
  reset(): void;
  /** Everything stored, as a file. Throws `conflict` for more than it can hold. */
  snapshot(): Uint8Array;
  /** Replaces everything stored. Throws `invalid` or `conflict`, and then changes nothing. */
  restore(snapshot: Uint8Array): void;
}

/** The virtual clock, in milliseconds since 1970-01-01 UTC. */
export interface ClockPort {
  readonly isFrozen: boolean;
  now(): number;
  /** Throws `invalid` for a time that it cannot show. */
  set(time: number): void;
  /** The same for a distance: `ms`. */
  advance(ms: number): void;
  freeze(): void;
  reset(): void;
}

/** Behaviour that can be changed while the emulator runs. */
export interface SettingsPort {
  read(): SeenSettings;
  /** The presets: values of every knob. */
  readonly dialects: Readonly<Record<string, Values>>;
  readonly knobs: readonly Choice[];
  readonly lag: readonly Choice[];
  /** Changes `dialect`, `knobs`, `lag`, `settle` or `interfaceOnly`. Throws `invalid` with every problem, and then changes nothing. */
  change(change: Readonly<Record<string, unknown>>): void;
}

/** Values of settings by their names. */
type Values = Readonly<Record<string, string | number | boolean>>;

/** The settings of the moment. */
export interface SeenSettings {
  readonly knobs: Values;
  readonly lag: Values;
  readonly settle: string;
  readonly interfaceOnly: boolean;
}

/** A setting, and what it can be: one of these values, or without them a number. */
export interface Choice {
  readonly name: string;
  readonly values: readonly (string | number)[] | undefined;
}
