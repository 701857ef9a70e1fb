import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { VirtualClock } from './clock';
import type { FaultsPort } from './dashboard/ports';
import { addDashboardRoutes, type Dashboard } from './dashboard/routes';
import { StartError } from './domain/errors';
import { drawFresh, drawProjectId, drawToken } from './domain/ids';
import { NO_LAG } from './domain/lag';
import type { Random } from './domain/ports';
import { Service } from './domain/service';
import { parseSettle, type Settle } from './domain/settling';
import { Inspect } from './inspect';
import { isLoopback, listen } from './listen';
import type { EmulatorOptions } from './options';
import { createRandom } from './random';
import { buildRestApp } from './rest/app';
import { checkRequest } from './rest/check';
import { addControlRoutes } from './rest/control';
import { Faults } from './rest/faults';
import { Journal } from './rest/journal';
import { isDialect, type Knobs, resolveKnobs } from './rest/knobs';
import { offeredOperations } from './rest/routing';
import { createS3Server } from './s3/server';
import { derive } from './sqlite/cipher';
import { eraseAll } from './sqlite/stores';
import { openStorage, type Storage } from './storage';
import { VERSION } from './version';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PROJECT = 'project-1';
const STOP_TIMEOUT_MS = 2_000;

/** A project of its own, and a token for it alone. */
export interface Project {
  readonly token: string;
  readonly projectId: string;
}

/** A running emulator of the whole service, in this process. */
export class Emulator implements AsyncDisposable {
  /** URL of the control plane, without a slash at the end. */
  readonly baseUrl: string;
  /** URL of the S3 listener: what buckets and keys show as `endpoint`. */
  readonly s3Endpoint: string;
  readonly dashboardUrl: string;
  /** The first token. */
  readonly token: string;
  /** The first project of that token. */
  readonly projectId: string;
  /** How the interface is read: the dialect, with the knobs that were turned. */
  readonly knobs: Knobs;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  readonly inspect: Inspect;
  readonly #parts: Parts;
  #stopped: Promise<void> | undefined;

  /** Starts one. By default in memory, on free ports of loopback. Throws a {@link StartError} when it cannot start so. */
  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    const { host = DEFAULT_HOST, port = 0, s3Port = 0 } = options;
    const settings = check(options, host);
    const storage = openStorage(options.dataDir, options.encryptionKey);
    const opened: Server[] = [];
    try {
      const s3 = createS3Server();
      const s3Endpoint = await listen(s3, { host, port: s3Port }, '--s3-port');
      opened.push(s3);
      const parts = assemble(options, settings, storage, s3Endpoint, s3);
      await parts.app.ready();
      const baseUrl = await listen(parts.app.server, { host, port }, '--port');
      return new Emulator(parts, baseUrl, s3Endpoint);
    } catch (error) {
      for (const server of opened) server.close();
      storage.database.close();
      throw error;
    }
  }

  private constructor(parts: Parts, baseUrl: string, s3Endpoint: string) {
    this.#parts = parts;
    this.baseUrl = baseUrl;
    this.s3Endpoint = s3Endpoint;
    this.dashboardUrl = `${baseUrl}/dashboard`;
    this.token = parts.tokens[0];
    this.projectId = parts.projects[0];
    this.knobs = parts.knobs;
    this.faults = parts.faults;
    this.journal = parts.journal;
    this.clock = parts.clock;
    const { stores } = parts.storage;
    this.inspect = new Inspect(stores, () => stores.tokens.projectIds());
  }

  /** A fresh project with nothing in it: tests that each take one can share an emulator. */
  newProject(): Project {
    const { random, storage } = this.#parts;
    const projectId = drawFresh(
      () => drawProjectId(random),
      (drawn) => storage.stores.tokens.hasProject(drawn),
    );
    const token = drawToken(random);
    storage.stores.tokens.grant(token, [projectId], 'issued');
    return { token, projectId };
  }

  /**
   * Back to how it started: same URLs, tokens and projects; no objects, faults, journal or issued projects, and nobody signed
   * in at the dashboard; seed and clock anew.
   */
  reset(): void {
    const { storage, service, dashboard, restartRandom, tokens, projects, ownsClock } = this.#parts;
    eraseAll(storage.database);
    grantAll(storage, tokens, projects);
    service.clear();
    dashboard.clear();
    restartRandom();
    this.faults.clear();
    this.journal.clear();
    if (ownsClock) this.clock.reset();
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
    const { app, s3, storage } = this.#parts;
    this.faults.stop();
    const impatience = setTimeout(() => {
      app.server.closeAllConnections();
      s3.closeAllConnections();
    }, STOP_TIMEOUT_MS);
    await Promise.all([app.close(), new Promise((resolve) => s3.close(resolve))]);
    clearTimeout(impatience);
    storage.database.close();
  }
}

type NonEmpty<T> = readonly [T, ...T[]];

interface Parts {
  readonly app: FastifyInstance;
  readonly dashboard: Dashboard;
  readonly s3: Server;
  readonly storage: Storage;
  readonly service: Service;
  readonly knobs: Knobs;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  readonly ownsClock: boolean;
  readonly random: Random;
  readonly restartRandom: () => void;
  readonly tokens: NonEmpty<string>;
  readonly projects: NonEmpty<string>;
}

interface Settings {
  readonly settle: Settle;
  readonly seed: string | undefined;
}

function check({ settle = 'immediate', seed, dialect, tokens = [], knobs }: EmulatorOptions, host: string): Settings {
  const parsed = parseSettle(settle);
  if (!parsed) throw new StartError(`"${settle}" is no settle rule: give immediate, <n>ms or <n>polls.`);
  if (dialect !== undefined && !isDialect(dialect)) throw new StartError(`There is no dialect "${dialect}".`);
  const { pageSize = 1 } = knobs ?? {};
  if (!Number.isInteger(pageSize) || pageSize < 1)
    throw new StartError(`pageSize must be at least 1, got ${pageSize}.`);
  if (!isLoopback(host) && tokens.length === 0) {
    throw new StartError(`Others can reach ${host}: listening there needs an explicit token (--token).`);
  }
  return { settle: parsed, seed: seed === undefined ? undefined : String(seed) };
}

function assemble(
  options: EmulatorOptions,
  { settle, seed }: Settings,
  storage: Storage,
  s3Endpoint: string,
  s3: Server,
): Parts {
  const { stores, database, key } = storage;
  let source = createRandom(seed);
  const random: Random = { bytes: (count) => source.bytes(count) };
  const clock = options.clock ?? new VirtualClock();
  const knobs = resolveKnobs(options.dialect, options.knobs);
  const lag = { ...NO_LAG, ...options.lag };
  const service = new Service({ clock, random, rules: knobs, lag, transaction: database.transaction }, stores, settle);
  const tokens = orDefault(options.tokens, () => defaultToken(key, seed));
  const projects = orDefault(options.projects, () => DEFAULT_PROJECT);
  stores.tokens.revoke('start');
  grantAll(storage, tokens, projects);
  const journal = new Journal();
  const faults = new Faults(createChance(seed));
  const log = options.log ?? ((line) => process.stderr.write(`${line}\n`));
  const app = buildRestApp({ service, tokens: stores.tokens, knobs, faults, journal, clock, s3Endpoint, log });
  addControlRoutes(app, knobs, VERSION);
  const dashboard = addDashboardRoutes(app, {
    service,
    tokens: stores.tokens,
    operations: offeredOperations(knobs),
    check: checkRequest,
    journal,
    faults: toFaultsPort(faults, knobs),
    s3Endpoint,
    log,
  });
  return {
    app,
    dashboard,
    s3,
    storage,
    service,
    knobs,
    faults,
    journal,
    clock,
    ownsClock: options.clock === undefined,
    random,
    restartRandom: () => {
      source = createRandom(seed);
    },
    tokens,
    projects,
  };
}

/** Faults as the dashboard knows them: by the operations that the dialect has. */
function toFaultsPort(faults: Faults, knobs: Knobs): FaultsPort {
  const names = ['*', ...offeredOperations(knobs)] as const;
  return {
    active: () => faults.active(),
    add(fault) {
      const operation = names.find((name) => name === fault.operation);
      if (operation) faults.add({ ...fault, operation });
    },
  };
}

function grantAll({ stores }: Storage, tokens: readonly string[], projects: readonly string[]): void {
  for (const token of tokens) stores.tokens.grant(token, projects, 'start');
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
