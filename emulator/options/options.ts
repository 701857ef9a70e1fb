import type { Lag } from '../domain/lag';
import type { LogFormat } from '../journal/log-line';
import type { Dialect, Knobs } from '../settings/knobs';
import type { VirtualClock } from '../system/clock';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port of the control plane; 0: any free port. Default 0. */
  readonly port?: number | undefined;
  /** Port of the S3 listener; 0: any free port. Default 0. */
  readonly s3Port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`; one outside loopback needs `tokens`. */
  readonly host?: string | undefined;
  /** Serve HTTPS instead of HTTP, with certificates from the emulator's own authority. Default false. */
  readonly tls?: boolean | undefined;
  /** With `tls`: file to write the authority's certificate to, for clients to trust. Default: `ca.pem` in the data folder. */
  readonly tlsCa?: string | undefined;
  /** Folder to keep everything in; created if missing. Default: memory. */
  readonly dataDir?: string | undefined;
  /**
   * With `dataDir`: acknowledged writes survive a power cut, because files and log are synced before the response. Default false:
   * they survive a kill of the process.
   */
  readonly durable?: boolean | undefined;
  /** Access tokens; each may use each of `projects`. Default: one, drawn at random and the same for the life of a data folder. */
  readonly tokens?: readonly string[] | undefined;
  /** Lets callers from other machines use `/_emulator/…`. Default: only callers on this machine may. */
  readonly adminToken?: string | undefined;
  /** Projects of `tokens`. Default: `project-1`. */
  readonly projects?: readonly string[] | undefined;
  /** Preset of knobs. Default `conventional`. */
  readonly dialect?: Dialect | undefined;
  /** JSON file with a dialect, knobs, lag and settle rule, as the probe writes it. Options given beside it win. */
  readonly dialectFile?: string | undefined;
  /** Knobs to set to other values than those of the dialect. */
  readonly knobs?: Partial<Knobs> | undefined;
  /**
   * JSON file with projects, tokens and objects to start with; a reset returns to them. A data folder that already holds objects is left as it is.
   */
  readonly seedFile?: string | undefined;
  /**
   * Aliases of buckets to start with, also after a reset, with a key that opens them all. The key is the same for the life of a data
   * folder. Default: none.
   */
  readonly buckets?: readonly string[] | undefined;
  /** The only region that the S3 endpoint accepts, and that buckets report. Default: accepts any, and reports `us-east-1`. */
  readonly s3Region?: string | undefined;
  /**
   * For public test suites: S3 clients may create and delete buckets, too, with keys that have the owner permission. Refused with
   * `dataDir`, because the service does not have this. Default false.
   */
  readonly s3Buckets?: boolean | undefined;
  /** URL that buckets and keys show as `endpoint`, if clients reach the S3 listener under another name. Default: its own URL. */
  readonly s3PublicUrl?: string | undefined;
  /** When a new bucket's alias and endpoint appear: `immediate` (default), `<n>ms` of the clock, or `<n>polls`. */
  readonly settle?: string | undefined;
  /** How far lists and checks lag behind writes. Default: no lag. */
  readonly lag?: Partial<Lag> | undefined;
  /** Respond 501 instead of doing something that a knob decides and the interface does not show. Default false. */
  readonly interfaceOnly?: boolean | undefined;
  /** Makes ids, aliases, keys and the default token the same for every start with the same seed. */
  readonly seed?: string | number | undefined;
  /** Clock of the emulator. Default: its own clock, running with real time. */
  readonly clock?: VirtualClock | undefined;
  /** 32 bytes in base64. Default: the data folder's key file, or a random key in memory. */
  readonly encryptionKey?: string | undefined;
  /**
   * Time limit in milliseconds for a request to the control plane to arrive whole, and for a body at the S3 endpoint to be slower
   * than 1 KiB a second. Default 120,000.
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Log each request to the service in one line, with the reason if it was refused: for people, or as JSON. Default: none is logged. */
  readonly logRequests?: LogFormat | undefined;
  /** Receives lines about unexpected errors and requests. Default: stderr. */
  readonly log?: ((line: string) => void) | undefined;
}

export const DEFAULT_HOST = '127.0.0.1';
