import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { stringifyJson } from '../../contract/formats/json';
import { isFromThisMachine } from '../control/api/access';
import { addControlRoutes } from '../control/api/routes';
import { Control } from '../control/control';
import { Lifecycle } from '../control/lifecycle';
import { variablesOf } from '../dashboard/aws-environment';
import { addDashboardRoutes } from '../dashboard/routes';
import { ClientBuckets } from '../domain/client-buckets';
import { isSame } from '../domain/compare';
import type { Context } from '../domain/context';
import { Epochs } from '../domain/epoch';
import type { ObjectPlane } from '../domain/object-plane';
import { S3_OPERATIONS } from '../domain/s3-operation';
import { Service } from '../domain/service';
import { Faults } from '../faults/faults';
import type { JournalEntry } from '../journal/entry';
import { Journal } from '../journal/journal';
import { toLogLine } from '../journal/log-line';
import type { EmulatorOptions } from '../options/options';
import { virtualHostBases } from '../options/s3-options';
import { AllowedMethods } from '../rest/allowed-methods';
import { buildRestApp } from '../rest/app';
import { Replays } from '../rest/idempotency';
import { isOffered, offeredOperations } from '../rest/routing';
import { checkRequest } from '../rest/serve';
import { SLOW_BODY_MS } from '../s3/listener/guard';
import { serveS3 } from '../s3/listener/server';
import { Assumptions } from '../settings/assumptions';
import type { Storage } from '../storage/storage';
import { createRandom } from '../system/random';
import type { NonEmpty, Prepared } from './prepare';
import { toPresignPort } from './presigned-links';

/** Parts of an emulator, before its control plane listens. */
export interface Parts {
  readonly app: FastifyInstance;
  /** Undefined: there is no bucket of the start. */
  readonly awsEnvironment: Readonly<Record<string, string>> | undefined;
  /** Undefined: the object plane is not in this process, and serves S3. */
  readonly s3: Server | undefined;
  readonly s3Endpoint: string;
  readonly dataPlane: { settled(): Promise<void> } | undefined;
  readonly service: Service;
  readonly storage: Storage;
  readonly control: Control;
  readonly tokens: NonEmpty<string>;
  readonly projects: NonEmpty<string>;
}

/** The server of S3: our listener, or that of another object plane. */
export interface S3Side {
  /** Undefined: our process has no S3 listener. */
  readonly s3: Server | undefined;
  readonly s3Url: string | undefined;
  /** Path of a file with the certificate of the authority that our clients must trust. */
  readonly caFile: string | undefined;
}

/** Opens an object plane that is not in this process. */
export type OpenPlane = (storage: Storage, context: Context, log: (line: string) => void) => ObjectPlane;

export function assemble(
  { options, storage, refused, settings, seeds, buckets, ...given }: Prepared,
  { s3, s3Url, caFile }: S3Side,
  version: string,
  openPlane?: OpenPlane,
): Parts {
  const { clock, random, restartRandom, tokens, projects } = given;
  const s3Endpoint = options.s3PublicUrl?.replace(/\/$/, '') ?? s3Url ?? '';
  const { stores, database } = storage;
  const epochs = new Epochs();
  const assumptions = new Assumptions(settings.knobs, () => settings.interfaceOnly);
  const { rely } = assumptions;
  const { lag } = settings;
  const settle = () => settings.settle();
  const { transaction } = database;
  const context = { clock, random, rely, lag, settle, transaction, fromReserve: storage.fromReserve };
  const { adminToken } = options;
  const { redact } = stores.known;
  if (adminToken !== undefined) stores.known.add(adminToken, { always: true });
  const write = options.log ?? toStderr;
  const log = (line: string) => write(redact(line));
  const service = new Service(context, stores, openPlane?.(storage, context, log));
  const logRequest = toRequestLog(options.logRequests, log);
  const journal = new Journal(
    (entry) => logRequest?.(entry),
    () => clock.now(),
    redact,
  );
  const faults = new Faults(createChance(given.seed), refused?.fault);
  const replays = new Replays();
  const methods = new AllowedMethods((name) => isOffered(name, rely));
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
      methods,
      s3Endpoint,
      log,
    },
    options.requestTimeoutMs,
  );
  const dataPlane =
    s3 &&
    serveS3(s3, {
      ...{ objects: service.objects, credentials: service.credentials, buckets: service.buckets },
      clientBuckets: options.s3Buckets
        ? new ClientBuckets(service.buckets, stores.accessKeys, service.credentials)
        : undefined,
      ...{ rely, assumptions, clock, epochs, faults, journal, log },
      region: options.s3Region,
      hosts: virtualHostBases([...(s3Url === undefined ? [] : [s3Url]), s3Endpoint]),
      slowBodyMs: options.requestTimeoutMs ?? SLOW_BODY_MS,
    });
  const operations = () => [...offeredOperations(settings.knobs), ...(s3 ? S3_OPERATIONS : [])];
  const describe = async () => (await import('../rest/openapi')).describeDialect(settings.knobs, version);
  const makeLink = addDashboardRoutes(app, {
    service,
    tokens: stores.tokens,
    epochs,
    operations,
    methodsOf: (path) => methods.of(path),
    check: checkRequest,
    describe,
    journal,
    faults,
    settings,
    clock,
    control: {
      refused,
      // The dashboard is one of its parts.
      reset: () => control.reset(),
      snapshot: () => control.snapshot(),
      restore: (snapshot) => control.restore(snapshot),
    },
    admin: {
      hasToken: adminToken !== undefined,
      isToken: (token) => adminToken !== undefined && isSame(token, adminToken),
      caller: {
        get projectIds() {
          return stores.tokens.projectIds();
        },
      },
      isFromThisMachine,
    },
    presign: toPresignPort({
      ...{ credentials: service.credentials, clock, endpoint: s3Endpoint, region: options.s3Region },
    }),
    s3Endpoint,
    s3Region: options.s3Region,
    caFile,
    // The form parser is loaded with the first upload.
    readUpload: async (incoming) => (await import('./dashboard-uploads')).readUpload(incoming),
    log,
  });
  const awsEnvironment = (key: NonNullable<typeof buckets>['key']) =>
    Object.fromEntries(variablesOf({ ...key, endpoint: s3Endpoint, region: options.s3Region, caFile }));
  const control: Control = new Control({
    version,
    dashboardLink: (to) => makeLink(tokens[0], to),
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
    awsEnvironment,
    fixed: refused,
    restartRandom,
    tokens,
    projects,
  });
  storage.fromReserve(() => seeds.applyAtStart());
  addControlRoutes(app, {
    control,
    describe,
    adminToken,
    version,
    problems: () => service.plane.problems,
    findTrouble: () => storage.findTrouble(),
  });
  const parts = { app, s3, s3Endpoint, dataPlane, service, storage, control, tokens, projects };
  return { ...parts, awsEnvironment: buckets && awsEnvironment(buckets.key) };
}

/** Logs a finished request; undefined: none is logged. */
function toRequestLog(format: EmulatorOptions['logRequests'], log: (line: string) => void) {
  if (format === undefined) return undefined;
  return (entry: JournalEntry) => log(format === 'json' ? stringifyJson(entry) : toLogLine(entry));
}

/** Default log: writes to stderr. */
export function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Ids are unique across all kinds of objects. */
function projectOf({ secrets, pullSecrets, buckets, accessKeys }: Storage['stores'], id: string): string | undefined {
  for (const store of [secrets, pullSecrets, buckets, accessKeys]) {
    const found = store.find(id);
    if (found) return found.projectId;
  }
  return undefined;
}

/** Probabilities have their own random stream, so that faults do not change the ids that a seed yields. */
function createChance(seed: string | undefined): () => number {
  const random = createRandom(seed === undefined ? undefined : `${seed} faults`);
  return () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;
}
