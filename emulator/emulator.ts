import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { VirtualClock } from './clock';
import { Control, type Project } from './control';
import { addDashboardRoutes } from './dashboard/routes';
import { toAdminPort, toFaultsPort } from './dashboard-ports';
import { openDataPlane } from './data-plane';
import { withDialectFile } from './dialect-file';
import type { Context } from './domain/context';
import { Epochs } from './domain/epoch';
import { StartError } from './domain/errors';
import { drawToken } from './domain/ids';
import type { ObjectPlane } from './domain/object-plane';
import type { Random } from './domain/ports';
import { S3_OPERATIONS } from './domain/s3-operation';
import { Service } from './domain/service';
import { parseSettle } from './domain/settling';
import { setAside } from './files/lost-and-found';
import { findGarageProblems, NOT_OVER_GARAGE } from './garage-options';
import type { Inspect } from './inspect';
import { Lifecycle } from './lifecycle';
import { isLoopback, listen } from './listen';
import { Metrics } from './metrics/metrics';
import type { EmulatorOptions } from './options';
import { createRandom } from './random';
import { buildRestApp } from './rest/app';
import { Assumptions } from './rest/assumptions';
import { checkRequest } from './rest/check';
import type { Dump } from './rest/control/dump';
import { addControlRoutes } from './rest/control/routes';
import { Faults } from './rest/faults';
import { Journal } from './rest/journal';
import { isDialect, type Knobs } from './rest/knobs';
import { Replays } from './rest/replays';
import { offeredOperations } from './rest/routing';
import type { SaveSeedOptions } from './rest/saved-seed';
import type { SeedDocument } from './rest/seed';
import { Settings } from './rest/settings';
import { createS3Server } from './s3/listener/server';
import { isPublicUrl, isRegion } from './s3-options';
import { readSeedFile, Seeds } from './seeds';
import { derive } from './sqlite/cipher';
import { openStorage, type Storage } from './storage';
import { openTls, type Tls } from './tls/tls';
import { VERSION } from './version';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PROJECT = 'project-1';
const STOP_TIMEOUT_MS = 2_000;

/** A running emulator of the whole service, in this process. */
export class Emulator implements AsyncDisposable {
  /** URL of the control plane, without a slash at the end. */
  readonly baseUrl: string;
  /** URL of the S3 listener, or of the cluster: what buckets and keys show as `endpoint`, unless `s3PublicUrl` says otherwise. */
  readonly s3Endpoint: string;
  readonly dashboardUrl: string;
  /** With `tls`: certificate of the authority that clients have to trust, in PEM. */
  readonly caCertPem: string | undefined;
  /** With `tls`: a file with that certificate, if there is one. */
  readonly caFile: string | undefined;
  /** The first token. */
  readonly token: string;
  /** The first project of that token. */
  readonly projectId: string;
  /** How the interface is read now: the dialect, with the knobs that were turned. */
  readonly knobs: Knobs;
  /** Knobs, lag and settle rule, to read and to change. */
  readonly settings: Settings;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  /** What lifecycle rules of buckets did. */
  readonly lifecycle: Lifecycle;
  readonly inspect: Inspect;
  readonly #parts: RunningParts;
  #stopped: Promise<void> | undefined;

  /** Starts one. By default in memory, on free ports of loopback. Throws a {@link StartError} when it cannot start so. */
  static async start(given: EmulatorOptions = {}): Promise<Emulator> {
    const options = withDialectFile(given);
    const { host = DEFAULT_HOST, port = 0, s3Port = 0 } = options;
    check(options, host);
    requireGarage(options, options.knobs ?? {});
    const plane = options.garage ? 'garage' : 'embedded';
    const storage = openStorage(options.dataDir, { ...options, plane, log: options.log ?? toStderr });
    const opened: Server[] = [];
    try {
      const { dataDir, tlsCa: caFile } = options;
      const aside = (path: string) => keepAside(dataDir ?? '', path);
      const tls = options.tls ? await openTls({ host, dataDir, caFile, setAside: aside }) : undefined;
      const secure = tls !== undefined;
      const wrap = (server: Server) => tls?.secure(server) ?? server;
      const openCluster = await loadCluster(options, storage);
      const s3 = openCluster ? undefined : wrap(createS3Server());
      const s3Url = s3 && (await listen(s3, { host, port: s3Port, secure }, '--s3-port'));
      if (s3) opened.push(s3);
      const parts = assemble(options, storage, { s3, s3Url, openCluster, caFile: tls?.caFile });
      await parts.app.ready();
      const rest = wrap(parts.app.server);
      const baseUrl = await listen(rest, { host, port, secure }, '--port');
      return new Emulator({ ...parts, rest, tls }, baseUrl, s3Url ?? parts.s3Endpoint);
    } catch (error) {
      for (const server of opened) server.close();
      await storage.close();
      throw error;
    }
  }

  private constructor(parts: RunningParts, baseUrl: string, s3Endpoint: string) {
    this.#parts = parts;
    this.baseUrl = baseUrl;
    this.s3Endpoint = s3Endpoint;
    this.dashboardUrl = `${baseUrl}/dashboard`;
    this.caCertPem = parts.tls?.caCertPem;
    this.caFile = parts.tls?.caFile;
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
    lifecycle.start();
    parts.cluster?.start();
  }

  /** A fresh project with nothing in it: tests that each take one can share an emulator. */
  newProject(): Project {
    return this.#parts.control.newProject();
  }

  /**
   * Back to how it started: same URLs, tokens and projects; no objects, faults, journal or issued projects, and nobody signed
   * in at the dashboard; settings, seed and clock anew. Requests under way are cut, those that a fault holds or delays too: none
   * of them has an effect any more.
   */
  reset(): void {
    this.#parts.control.reset();
  }

  /**
   * Adds projects, tokens and objects with fixed ids and keys: a document, or the path of a JSON file that holds one; all or
   * none. Throws every problem at once, and no secret.
   */
  seedFrom(source: SeedDocument | string): void {
    const { control } = this.#parts;
    if (typeof source === 'string') control.seedFromFile(source);
    else control.seedFrom(source);
  }

  /**
   * What is stored as a seed, for `seedFile` or {@link seedFrom}: `not_saved` in it names what a seed has no place for. Without values,
   * unless `withValues` asks for them: then it holds every secret in plain text, and is for tests only.
   */
  saveSeed(options?: SaveSeedOptions): SeedDocument {
    return this.#parts.control.saveSeed(options);
  }

  /** A bundle for a bug report: settings, faults, requests and what is stored, without any secret. */
  dump(): Dump {
    return this.#parts.control.dump();
  }

  /** Everything stored, as bytes: secrets stay sealed with this emulator's key, which is not in it. */
  snapshot(): Uint8Array {
    return this.#parts.control.snapshot();
  }

  /**
   * Replaces everything stored by what a snapshot holds; the tokens of this start go on. Settings, faults, journal and clock
   * stay as they are; requests under way are cut as by {@link reset}. Throws, changing nothing, for a snapshot that was changed, is newer,
   * or was taken under another encryption key: emulators in memory have the same one when they start with the same seed.
   */
  restore(snapshot: Uint8Array): void {
    this.#parts.control.restore(snapshot);
  }

  /** Finishes the requests under way (up to 2 s), then closes everything. Requests that a fault holds are cut. */
  stop(): Promise<void> {
    this.#stopped ??= this.#close();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #close(): Promise<void> {
    const { app, rest, s3, dataPlane, cluster, service, storage } = this.#parts;
    this.faults.stop();
    this.lifecycle.stop();
    this.journal.stop();
    const impatience = setTimeout(() => {
      rest.closeAllConnections();
      s3?.closeAllConnections();
    }, STOP_TIMEOUT_MS);
    const servers = s3 ? [rest, s3] : [rest];
    const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
    // Requests that wait for the cluster hear of its end.
    await Promise.all([app.close(), cluster?.stop(), ...closed]);
    clearTimeout(impatience);
    // Requests end soon after their connections; what they write goes before the store.
    await dataPlane?.settled();
    // A connection that was cut may be about to let go of what it was reading.
    service.clear();
    await storage.close();
  }
}

type NonEmpty<T> = readonly [T, ...T[]];

interface Parts {
  readonly app: FastifyInstance;
  /** Undefined: a cluster serves S3. */
  readonly s3: Server | undefined;
  readonly s3Endpoint: string;
  readonly dataPlane: { settled(): Promise<void> } | undefined;
  readonly cluster: Cluster | undefined;
  readonly service: Service;
  readonly storage: Storage;
  readonly control: Control;
  readonly tokens: NonEmpty<string>;
  readonly projects: NonEmpty<string>;
}

/** Where objects are, if not in this process. */
interface Cluster extends ObjectPlane {
  start(): void;
  stop(): Promise<void>;
}

type OpenCluster = (context: Context, metrics: Metrics) => Cluster;

/** How S3 is served. */
interface S3Side {
  /** Undefined: not by a listener of ours. */
  readonly s3: Server | undefined;
  readonly s3Url: string | undefined;
  readonly openCluster: OpenCluster | undefined;
  /** A file with the authority that clients of ours have to trust. */
  readonly caFile: string | undefined;
}

/** Those, with the listener of the control plane: the app's own server, or one that speaks HTTPS for it. */
interface RunningParts extends Parts {
  readonly rest: Server;
  readonly tls: Tls | undefined;
}

/** Throws what is wrong with the options. */
function check(options: EmulatorOptions, host: string): void {
  const { settle = 'immediate', dialect, tokens = [], adminToken, knobs, s3Region, s3PublicUrl } = options;
  if (options.durable && options.dataDir === undefined) throw new StartError('durable needs a data folder (--data).');
  if (!parseSettle(settle)) throw new StartError(`"${settle}" is no settle rule: give immediate, <n>ms or <n>polls.`);
  if (dialect !== undefined && !isDialect(dialect)) throw new StartError(`There is no dialect "${dialect}".`);
  const { pageSize = 1 } = knobs ?? {};
  if (!Number.isInteger(pageSize) || pageSize < 1)
    throw new StartError(`pageSize must be at least 1, got ${pageSize}.`);
  if (s3Region !== undefined && !isRegion(s3Region)) throw new StartError(`"${s3Region}" is no region.`);
  if (s3PublicUrl !== undefined && !isPublicUrl(s3PublicUrl)) {
    throw new StartError(`"${s3PublicUrl}" is no http or https URL without a path (--s3-public-url).`);
  }
  if (!isLoopback(host) && tokens.length === 0) {
    throw new StartError(`Others can reach ${host}: listening there needs an explicit token (--token).`);
  }
  if (adminToken !== undefined && (adminToken === '' || tokens.includes(adminToken))) {
    throw new StartError('The admin token must not be empty, nor one of the service (--token).');
  }
}

/** Throws everything that keeps it from working over a cluster. */
function requireGarage(options: EmulatorOptions, knobs: Partial<Knobs>): void {
  const problems = findGarageProblems(options, knobs);
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

/** What only those need whose objects lie in a cluster is loaded for them alone. */
async function loadCluster({ garage, log = toStderr }: EmulatorOptions, storage: Storage) {
  if (!garage) return undefined;
  const { openGaragePlane } = await import('./garage-plane');
  return (context: Context, metrics: Metrics): Cluster => openGaragePlane(garage, storage, context, log, metrics);
}

function assemble(options: EmulatorOptions, storage: Storage, { s3, s3Url, openCluster, caFile }: S3Side): Parts {
  const s3Endpoint = options.s3PublicUrl?.replace(/\/$/, '') ?? s3Url ?? '';
  const refused = openCluster && NOT_OVER_GARAGE;
  const seed = options.seed === undefined ? undefined : String(options.seed);
  const { stores, database, key } = storage;
  let source = createRandom(seed);
  const random: Random = { bytes: (count) => source.bytes(count) };
  const clock = options.clock ?? new VirtualClock({ fixed: refused?.clock });
  const epochs = new Epochs();
  const settings = new Settings(options);
  requireGarage(options, settings.knobs);
  const assumptions = new Assumptions(settings.knobs, () => settings.interfaceOnly);
  const { rely } = assumptions;
  const { lag } = settings;
  const settle = () => settings.settle();
  const context = { clock, random, rely, lag, settle, transaction: database.transaction };
  const metrics = new Metrics(VERSION);
  const cluster = openCluster?.(context, metrics);
  const service = new Service(context, stores, cluster);
  const tokens = orDefault(options.tokens, () => defaultToken(key, seed));
  const file = options.seedFile === undefined ? undefined : readSeedFile(options.seedFile);
  const given = new Set([...(options.projects ?? []), ...(file?.seed.projects ?? [])]);
  const projects = orDefault([...given], () => DEFAULT_PROJECT);
  const { adminToken } = options;
  const seeds = new Seeds({
    storage,
    random,
    clock,
    knobs: settings.knobs,
    projects,
    adminToken,
    file,
    noObjects: refused?.seed,
  });
  const journal = new Journal((entry) => metrics.request(entry));
  const faults = new Faults(createChance(seed), refused?.fault);
  const log = options.log ?? toStderr;
  const replays = new Replays();
  const app = buildRestApp(
    {
      service,
      replays,
      tokens: stores.tokens,
      projectOf: (id) => projectOf(stores, id),
      assumptions,
      faults,
      journal,
      clock,
      epochs,
      s3Endpoint,
      log,
    },
    options.requestTimeoutMs,
  );
  const dataPlane =
    s3 &&
    openDataPlane(s3, {
      ...{ service, assumptions, faults, journal, clock, epochs, log },
      region: options.s3Region,
      slowBodyMs: options.requestTimeoutMs,
      urls: [...(s3Url === undefined ? [] : [s3Url]), s3Endpoint],
    });
  const operations = () => [...offeredOperations(settings.knobs), ...(s3 ? S3_OPERATIONS : [])];
  const dashboard = addDashboardRoutes(app, {
    service,
    tokens: stores.tokens,
    operations,
    check: checkRequest,
    describe: async () => (await import('./rest/openapi')).describeDialect(settings.knobs, VERSION),
    journal,
    faults: toFaultsPort(faults, operations),
    admin: toAdminPort(adminToken, stores.tokens),
    s3Endpoint,
    s3Region: options.s3Region,
    caFile,
    // What reads forms is loaded with the first upload.
    readUpload: async (incoming) => (await import('./upload-port')).readUpload(incoming),
    log,
  });
  const control = new Control({
    dashboard,
    replays,
    storage,
    service,
    settings,
    faults,
    journal,
    clock,
    lifecycle: new Lifecycle(service.objects, clock, log),
    epochs,
    ownsClock: options.clock === undefined,
    random,
    seeds,
    fixed: refused,
    restartRandom: () => {
      source = createRandom(seed);
    },
    tokens,
    projects,
  });
  control.grantStart();
  seeds.plantStart();
  addControlRoutes(app, { controlled: control, adminToken, version: VERSION, metrics: () => metrics.text() });
  return { app, s3, s3Endpoint, dataPlane, cluster, service, storage, control, tokens, projects };
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

function keepAside(folder: string, path: string): void {
  if (setAside(folder, path) === undefined) throw new StartError(`${path} cannot be replaced: move it away.`);
}

/** Ids are unique over all kinds. */
function projectOf({ secrets, pullSecrets, buckets, accessKeys }: Storage['stores'], id: string): string | undefined {
  for (const store of [secrets, pullSecrets, buckets, accessKeys]) {
    const found = store.find(id);
    if (found) return found.projectId;
  }
  return undefined;
}

/** Made from the key, so that a data folder keeps its token and the environment of yesterday's shell still works. */
function defaultToken(key: Uint8Array, seed: string | undefined): string {
  return drawToken(
    seed === undefined ? { bytes: (count) => derive(key, 'token').subarray(0, count) } : createRandom(`${seed} token`),
  );
}

/** Probabilities are drawn apart from ids, so that faults do not change what a seed makes. */
function createChance(seed: string | undefined): () => number {
  const random = createRandom(seed === undefined ? undefined : `${seed} faults`);
  return () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;
}

function orDefault(given: readonly string[] | undefined, fallback: () => string): NonEmpty<string> {
  const [first = fallback(), ...rest] = given ?? [];
  return [first, ...rest];
}
