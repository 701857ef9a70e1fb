import type { Server } from 'node:http';
import type { Project, ResetOptions } from './control/control';
import type { Dump } from './control/dump';
import type { Inspect } from './control/inspect';
import type { Lifecycle } from './control/lifecycle';
import type { NewBucketOptions, S3Bucket } from './control/new-bucket';
import type { SaveSeedOptions } from './control/save-seed';
import { StartError } from './domain/errors';
import type { Faults } from './faults/faults';
import { setAside } from './files/folders';
import type { Journal } from './journal/journal';
import { readOptions } from './options/check-options';
import { DEFAULT_HOST, type EmulatorOptions } from './options/options';
import { createS3Server } from './s3/listener/server';
import type { SeedDocument } from './seed/document';
import type { Knobs } from './settings/knobs';
import type { Settings } from './settings/settings';
import { toStartError } from './sqlite/start-error';
import { openStorage } from './storage/storage';
import type { VirtualClock } from './system/clock';
import { listen, listenForS3 } from './system/listen';
import { openTls, type Tls } from './tls/tls';
import { VERSION } from './version';
import { assemble, type OpenPlane, type Parts, toStderr } from './wiring/assemble';
import { prepare } from './wiring/prepare';

const STOP_TIMEOUT_MS = 2_000;

/** A running emulator of the whole service, in this process. */
export class Emulator implements AsyncDisposable {
  /** URL of the control plane, without a trailing slash. */
  readonly baseUrl: string;
  /** URL of the S3 listener, or of the storage cluster. Buckets and keys show it as `endpoint`, unless `s3PublicUrl` replaces it. */
  readonly s3Endpoint: string;
  readonly dashboardUrl: string;
  /** With `tls`: certificate of the authority that clients must trust, in PEM. */
  readonly caCertPem: string | undefined;
  /** With `tls`: path of a file with that certificate, if there is one. */
  readonly caFile: string | undefined;
  /** The first token. */
  readonly token: string;
  /** The first project of that token. */
  readonly projectId: string;
  /** With `buckets`: variables for programs that use an AWS SDK or `aws`, such as `AWS_ENDPOINT_URL_S3` and `AWS_SECRET_ACCESS_KEY`. */
  readonly awsEnvironment: Readonly<Record<string, string>> | undefined;
  /** Current values of the knobs: those of the dialect, and those that were changed. */
  readonly knobs: Knobs;
  /** Reads and changes knobs, lag and settle rule. */
  readonly settings: Settings;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  /** Notes of what the buckets' lifecycle rules did. */
  readonly lifecycle: Lifecycle;
  readonly inspect: Inspect;
  readonly #parts: RunningParts;
  #stopped: Promise<void> | undefined;

  /**
   * Starts an emulator: by default in memory, on free loopback ports. Throws a {@link StartError} if the options do not allow a start.
   *
   * @param openPlaneElsewhere opens the object plane, if objects are not in this process. For the command line: its type is none of the package's
   */
  static async start(
    given: EmulatorOptions = {},
    openPlaneElsewhere?: (...parts: never[]) => object,
  ): Promise<Emulator> {
    const openPlane = openPlaneElsewhere as OpenPlane | undefined;
    const isElsewhere = openPlane !== undefined;
    const options = readOptions(given, isElsewhere);
    const { host = DEFAULT_HOST, port = 0, s3Port = 0 } = options;
    const plane = isElsewhere ? 'garage' : 'embedded';
    const storage = openStorage(options.dataDir, { ...options, plane, log: options.log ?? toStderr });
    const opened: Server[] = [];
    try {
      const prepared = prepare(options, storage, isElsewhere);
      const { dataDir, tlsCa: caFile } = options;
      const aside = (path: string) => keepAside(dataDir ?? '', path);
      const tls = options.tls ? await openTls({ host, dataDir, caFile, setAside: aside }) : undefined;
      const secure = tls !== undefined;
      const wrap = (server: Server) => tls?.secure(server) ?? server;
      const s3 = isElsewhere ? undefined : wrap(createS3Server());
      const s3Url = s3 && (await listenForS3(s3, { host, port: s3Port, secure }, port));
      if (s3) opened.push(s3);
      const parts = assemble(prepared, { s3, s3Url, caFile: tls?.caFile }, VERSION, openPlane);
      await parts.app.ready();
      const rest = wrap(parts.app.server);
      const baseUrl = await listen(rest, { host, port, secure }, '--port');
      return new Emulator({ ...parts, rest, tls }, baseUrl, s3Url ?? parts.s3Endpoint);
    } catch (error) {
      for (const server of opened) server.close();
      await storage.close();
      // A database may be damaged where only later reads find it.
      throw toStartError(error, options.dataDir);
    }
  }

  private constructor(parts: RunningParts, baseUrl: string, s3Endpoint: string) {
    this.#parts = parts;
    this.baseUrl = baseUrl;
    this.s3Endpoint = s3Endpoint;
    this.dashboardUrl = `${baseUrl}/dashboard`;
    this.caCertPem = parts.tls?.caCertPem;
    this.caFile = parts.tls?.caFile;
    this.awsEnvironment = parts.awsEnvironment;
    this.token = parts.tokens[0];
    this.projectId = parts.projects[0];
    const { settings, faults, journal, clock, lifecycle, inspect } = parts.control;
    this.knobs = settings.knobs;
    this.settings = settings;
    this.faults = faults;
    this.journal = journal;
    this.clock = clock;
    this.lifecycle = lifecycle;
    this.inspect = inspect;
    // What a test assigns by mistake throws where it does so, and not in a later test.
    for (const part of [this, faults, journal, lifecycle, inspect]) Object.freeze(part);
    lifecycle.start();
    parts.service.plane.start();
  }

  /** Creates an empty project. Tests that each create their own can share an emulator. */
  newProject(): Project {
    return this.#parts.control.newProject();
  }

  /**
   * Creates a bucket and an access key that opens it, and returns the options of an S3 client for both. The bucket has its alias and
   * endpoint, whatever `settle` says. The journal does not show the call, and no fault or lag applies to it.
   */
  newBucket(options?: NewBucketOptions): S3Bucket {
    return this.#parts.control.newBucket(options);
  }

  /**
   * Returns to the state after the start: same URLs, tokens and projects; no objects, faults, journal or issued projects. Whoever
   * is signed in at the dashboard by a token of the start stays so. Settings and seed are as at the start, and the clock too, unless it was passed in. Cuts
   * requests in progress, including those that a fault holds or delays: none of them has an effect any more.
   */
  reset(options?: ResetOptions): void {
    this.#parts.control.reset(options);
  }

  /** Resolves when everything stored is replaced: at the next reset or restore. */
  whenReset(): Promise<void> {
    return this.#parts.control.whenReset();
  }

  /**
   * Makes a link that signs in at the dashboard with {@link token}, once, in a browser on this machine. `to` is the page that it leads
   * to, below the dashboard, such as `/journal`. Throws for what is no such page.
   */
  dashboardLink(to?: string): string {
    return this.baseUrl + this.#parts.control.dashboardLink(to);
  }

  /**
   * Adds projects, tokens and objects with fixed ids and keys, all or none, from a document or from the JSON file at a path.
   * Throws one error with every problem, and no secret.
   */
  seedFrom(source: SeedDocument | string): void {
    const { control } = this.#parts;
    if (typeof source === 'string') control.seedFromFile(source);
    else control.seedFrom(source);
  }

  /**
   * Returns everything stored as a seed, for `seedFile` or {@link seedFrom}. Its `not_saved` names what a seed has no place for. It
   * holds no values unless `withValues` is set: then it holds every secret in plain text, and is for tests only.
   */
  saveSeed(options?: SaveSeedOptions): SeedDocument {
    return this.#parts.control.saveSeed(options);
  }

  /** Returns a bundle for a bug report: settings, faults, requests and everything stored, without any secret. */
  dump(): Dump {
    return this.#parts.control.dump();
  }

  /** Returns everything stored, as bytes. Secrets stay encrypted with this emulator's key, which the snapshot does not contain. */
  snapshot(): Uint8Array {
    return this.#parts.control.snapshot();
  }

  /**
   * Replaces everything stored with the contents of a snapshot. The tokens of this start stay valid. Settings, faults, journal and
   * clock stay as they are; requests in progress are cut as by {@link reset}. Throws, and changes nothing, for a snapshot that was
   * altered, is newer, or has another encryption key: emulators in memory have the same key if they start with the same seed.
   */
  restore(snapshot: Uint8Array): void {
    this.#parts.control.restore(snapshot);
  }

  /** Finishes the requests in progress (up to 2 s), then closes everything. Requests that a fault delays are in progress; cuts those that one holds. */
  stop(): Promise<void> {
    this.#stopped ??= this.#close();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #close(): Promise<void> {
    const { app, rest, s3, dataPlane, service, storage } = this.#parts;
    this.faults.stop();
    this.lifecycle.stop();
    this.journal.stop();
    const timeLimit = setTimeout(() => {
      this.faults.endDelays();
      rest.closeAllConnections();
      s3?.closeAllConnections();
    }, STOP_TIMEOUT_MS);
    const servers = s3 ? [rest, s3] : [rest];
    const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
    // Stopping the object plane rejects the requests that wait for it.
    await Promise.all([app.close(), service.plane.stop(), ...closed]);
    clearTimeout(timeLimit);
    // Requests end soon after their connections. Their writes must finish before the store closes.
    await dataPlane?.settled();
    // Connections that were cut may be about to release what they were reading.
    service.clear();
    await storage.close();
  }
}

/** {@link Parts} with the listener of the control plane: the app's own server, or an HTTPS server in front of it. */
interface RunningParts extends Parts {
  readonly rest: Server;
  readonly tls: Tls | undefined;
}

function keepAside(folder: string, path: string): void {
  if (setAside(folder, path) === undefined) throw new StartError(`${path} cannot be replaced: move it away.`);
}
