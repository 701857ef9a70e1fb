import type { Lag } from '../domain/lag';
import type { Dialect, Knobs } from '../rest/knobs';
import type { VirtualClock } from '../system/clock';
import type { GarageOptions } from './garage-options';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port of the control plane; 0: any free one. Default 0. */
  readonly port?: number | undefined;
  /** Port of the S3 listener; 0: any free one. Default 0. */
  readonly s3Port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`; one outside loopback needs `tokens`. */
  readonly host?: string | undefined;
  /** Serve HTTPS instead of HTTP, with certificates from an authority of the emulator's own. Default false. */
  readonly tls?: boolean | undefined;
  /** With `tls`: file to write the authority's certificate to, for clients to trust. Default: `ca.pem` in the data folder. */
  readonly tlsCa?: string | undefined;
  /** Folder to keep everything in, made if missing. Default: memory. */
  readonly dataDir?: string | undefined;
  /**
   * With `dataDir`: what was acknowledged lasts through a power cut, because files and log are synced before the response. Default
   * false: it lasts through a kill of the process.
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
  /** JSON file with a dialect, knobs, lag and settle rule, as the probe writes it. What is given beside it wins. */
  readonly dialectFile?: string | undefined;
  /** Knobs to turn from where the dialect has them. */
  readonly knobs?: Partial<Knobs> | undefined;
  /**
   * JSON file with projects, tokens and objects to begin with; a reset goes back to them. A data folder that holds objects
   * already is left as it is.
   */
  readonly seedFile?: string | undefined;
  /** The only region to accept at the S3 endpoint, and the one that buckets say. Default: any is accepted, `us-east-1` is said. */
  readonly s3Region?: string | undefined;
  /** What buckets and keys show as `endpoint`, where clients reach the S3 listener by another name. Default: its own URL. */
  readonly s3PublicUrl?: string | undefined;
  /**
   * Experimental: objects lie in a Garage cluster, and buckets and access keys are made there. Needs `dataDir` and `s3PublicUrl`; no S3
   * listener is opened, and what only the emulator's own can do is refused. Default: objects lie in this process.
   */
  readonly garage?: GarageOptions | undefined;
  /** When a new bucket's alias and endpoint appear: `immediate` (default), `<n>ms` of the clock, or `<n>polls`. */
  readonly settle?: string | undefined;
  /** How far lists and checks lag behind writes. Default: not at all. */
  readonly lag?: Partial<Lag> | undefined;
  /** Respond 501 instead of doing what a knob decides and the interface does not show. Default false. */
  readonly interfaceOnly?: boolean | undefined;
  /** Makes ids, aliases, keys and the default token the same for every start with the same seed. */
  readonly seed?: string | number | undefined;
  /** Default: a clock of its own, running with real time. */
  readonly clock?: VirtualClock | undefined;
  /** 32 bytes in base64. Default: the data folder's key file, or a random key in memory. */
  readonly encryptionKey?: string | undefined;
  /**
   * How long a request to the control plane may take to come whole, and a body at the S3 endpoint may be slower than 1 KiB a second, in
   * milliseconds. Default 120,000.
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Takes lines about unexpected errors. Default: stderr. */
  readonly log?: ((line: string) => void) | undefined;
}
