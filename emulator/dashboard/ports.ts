import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Epochs } from '../domain/epoch';
import type { FieldProblem } from '../domain/errors';
import type { Incoming } from '../domain/objects/incoming';
import type { Caller, TokenStore } from '../domain/records';
import type { Service } from '../domain/service';
import type { Faults } from '../faults/faults';
import type { Journal } from '../journal/journal';
import type { Settings } from '../settings/settings';
import type { VirtualClock } from '../system/clock';

export interface DashboardContext {
  readonly service: Service;
  readonly tokens: Pick<TokenStore, 'holderOf'>;
  readonly epochs: Pick<Epochs, 'current'>;
  readonly operations: () => readonly string[];
  /** The methods of a path; empty if the path does not exist. */
  readonly methodsOf: (path: string) => readonly string[];
  readonly check: RequestCheck;
  readonly describe: () => Promise<InterfaceDescription>;
  readonly journal: Pick<Journal, 'requests' | 'marks' | 'hide' | 'record'>;
  readonly faults: Faults;
  readonly settings: Settings;
  readonly clock: VirtualClock;
  readonly control: ControlPort;
  readonly admin: AdminPort;
  /** Reads a form up to its file. Throws `invalid` if it is no form with a file. */
  readonly readUpload: (incoming: IncomingMessage) => Promise<Upload>;
  /** Signs a link that downloads an object; `bucket` is the alias. Throws `invalid` if that is not possible. `expiresAt` is in milliseconds. */
  readonly presign: (wanted: {
    readonly bucket: string;
    readonly key: string;
    readonly accessKeyId: string;
    readonly lifetimeS: number;
  }) => { readonly url: string; readonly expiresAt: number };
  readonly s3Endpoint: string;
  /** The only region that it accepts; undefined for any. */
  readonly s3Region: string | undefined;
  /** The file with the certificate authority that its clients must trust; undefined if there is none. */
  readonly caFile: string | undefined;
  readonly log: (line: string) => void;
}

/** The parts of an OpenAPI document that the dashboard reads. */
export interface InterfaceDescription {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, unknown>> };
}

/** The control plane's check of a request's body. Returns all problems; none for a valid body. */
export type RequestCheck = (
  operation: `${'create' | 'update'}${'Secret' | 'PullSecret' | 'Bucket'}` | 'createAccessKey',
  body: object,
) => readonly FieldProblem[];

/** A form with a file whose bytes have not arrived yet. */
export interface Upload {
  /** The fields before the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** The name without folders; `''` if no file was chosen. */
  readonly filename: string;
  readonly contentType: string;
  readonly body: Incoming;
  /** Bytes of the whole form, a little more than those of its file; undefined if not announced. */
  readonly formLength: number | undefined;
  /** Reads the rest of the form and drops it. */
  end(): Promise<void>;
}

/** The admin, who may do what affects every client. */
export interface AdminPort {
  readonly hasToken: boolean;
  /** True for the admin token. Takes the same time for all others. */
  isToken(token: string): boolean;
  /** The admin as a caller, with all projects, even those created later. */
  readonly caller: Caller;
  /** True if a request was sent from the emulator's own machine. */
  isFromThisMachine(request: { remoteAddress: string | undefined; headers: IncomingHttpHeaders }): boolean;
}

export interface ControlPort {
  /** Sentences with the reason why parts of it are refused here; undefined if nothing is. */
  readonly refused: { readonly clock: string; readonly reset: string; readonly snapshot: string } | undefined;
  /** Restores the state of the emulator's start. */
  reset(): void;
  /** Everything stored, as a file. Throws `conflict` if it is too large. */
  snapshot(): Uint8Array;
  /** Replaces everything stored. If it throws `invalid` or `conflict`, nothing has changed. */
  restore(snapshot: Uint8Array): void;
}
