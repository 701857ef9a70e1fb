import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { optionalDependencies } from '../package.json';
import { buildEmulator } from '../scripts/build-emulator';
import { makeLowLevel } from '../scripts/sources/low-level';
import { bin, inRoot, ROOT } from '../scripts/support/paths';
import { must } from '../scripts/support/run';
import { findTerraform, TerraformNotFoundError } from '../scripts/support/terraform';
import { findToolChain } from '../scripts/support/tool-chains';
import { benchConstructs } from './constructs';
import { benchEmulator } from './emulator';
import { benchS3 } from './emulator/s3';
import { benchS3Cost, VERSITYGW } from './emulator/s3/cost';
import { S3RVER_VERSION } from './emulator/s3/servers';
import { benchGarage } from './garage';
import { HELP, measuresOf, type Options, type Part, parseOptions, UsageError } from './options';
import { benchProvider } from './provider';
import { executableIn, type Installation, installationOf } from './provider/installation';
import { buildPeer } from './provider/peer';
import { emulatorService, standInService } from './provider/service';
import { observe } from './report/machine';
import { body, type Report, toJson, writeReport } from './report/report';

/**
 * Benchmarks our programs against their baselines: `npm run bench -- --help`. It builds them first, prints tables, and writes each
 * part into its section of docs/internals/benchmarks.md.
 */
const PAGE = inRoot('docs/internals/benchmarks.md');
const REQUESTS = 5_000;
const MEMORY_REQUESTS = { usual: 20_000, full: 100_000 };

const NO_GO =
  'There is no Go on the PATH: the Go peer could not be built, so ours is compared with the builtin resource only, ' +
  'and the server is our own emulator.';

const S3_NOTES = [
  'Requests are signed ahead, in headers, and sent by a process of its own on the same machine, over plain sockets: an HTTP ' +
    'client would cost more than the response. On a loaded machine the CPU time per request says more than the rate. ' +
    's3rver checks neither signatures of version 4 nor what they say of the body; the emulator checks both. ' +
    'A 16 MiB body is sent as `UNSIGNED-PAYLOAD` but where its SHA-256 is named: then that is computed, too, besides the MD5 of ' +
    'the ETag, which s3rver does not. `emulator` keeps everything in a data folder, as s3rver does.',
];

const COST_NOTES = [
  'CPU time of the server for one request; 16 connections, requests signed ahead in headers, bodies with their SHA-256. ' +
    '`floor` is one file over `node:http` in the same Node: it checks the signature and that SHA-256, computes the ETag, keeps the bytes ' +
    'in a `Map`, and writes a listing as one string. It has no permissions, quota, journal, faults, metadata or errors. ' +
    'versitygw keeps objects as files. `emulator` keeps those of 1 KiB in SQLite and those of 100 KiB in temporary files. ' +
    'The second goal is a GET of 100 KiB in at most 1.5 × the time of versitygw.',
];

const LIMIT_NOTES = [
  'The service accepts so many requests in any second, and responds to all others with 429. Time is from the first request to the ' +
    'last; the ideal is the creates and the lists that they need, each at most five seconds old, divided by the rate. ' +
    'Pipelines are Terraforms side by side that share the limit. The Go peer does not repeat what was rejected.',
];

const GARAGE_NOTES = [
  'Three nodes, the control plane and the load share one machine: on three machines, objects are written to three disks at once. ' +
    '`Garage by hand` is the same calls of the admin API with nothing written down. Objects go to the same nodes with and without a ' +
    'control plane, which is not on their way; the emulator keeps one copy, the cluster three.',
];

const PARTS: Readonly<Record<Part, (options: Options) => Promise<Report[]>>> = {
  provider,
  emulator,
  s3,
  constructs,
  garage,
};

main().catch((error: unknown) => {
  const expected = error instanceof UsageError || error instanceof TerraformNotFoundError;
  console.error(expected ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(HELP);
    return;
  }
  const reports: Report[] = [];
  for (const part of options.parts) {
    for (const report of await PARTS[part](options)) {
      console.log(`## ${report.title}\n\n${body(report)}\n`);
      // A partial section must not replace a complete one.
      if (!options.only) await writeReport(PAGE, report);
      reports.push(report);
    }
  }
  if (options.json !== undefined) await writeFile(options.json, toJson(reports));
}

/** Writes several sections, so that a short run keeps the figures of the last long one. */
async function provider(options: Options): Promise<Report[]> {
  const measures = measuresOf('provider', options);
  if (measures.length === 0) return [];
  const terraform = await findTerraform();
  const peer = await buildPeer();
  const ours = { label: 'Coffer', installation: installationOf(await buildProvider()), attaches: true };
  const { before } = options;
  const first = before
    ? { label: 'Coffer before', installation: installationOf(before) }
    : peer && { label: 'Go peer', installation: peer.installation };
  const contenders = first ? [first, ours] : [ours];
  const bench = {
    terraform: terraform.path,
    startService: peer ? standInService(peer.standIn) : emulatorService,
    rounds: options.rounds,
    count: options.count,
  };
  const versions = {
    [terraform.product]: terraform.version,
    Bun: optionalDependencies['@oven/bun-linux-x64'],
    ...(peer && { Go: peer.goVersion }),
  };
  const notes = peer ? [] : [NO_GO];
  const command = commandOf('provider', options);
  const reports: Report[] = [];

  if (before !== undefined) {
    const ended = observe(versions);
    const figures = await benchProvider({ ...bench, contenders, measures });
    const title = 'Provider: against an earlier build';
    return [{ id: 'provider-before', title, figures, circumstances: ended(), command, notes }];
  }
  const short = measures.filter((measure) => measure === 'start' || measure === 'one');
  if (short.length > 0) {
    const ended = observe(versions);
    const figures = await benchProvider({
      ...bench,
      contenders: [...contenders, { label: 'Coffer for Node', installation: forNode(ours.installation) }],
      measures: short,
    });
    const title = 'Provider: start and a small plan';
    reports.push({ id: 'provider', title, figures, circumstances: ended(), command, notes });
  }
  if (measures.includes('many')) {
    const ended = observe(versions);
    const figures = await benchProvider({ ...bench, contenders, measures: ['many'] });
    const title = 'Provider: many secrets';
    reports.push({ id: 'provider-many', title, figures, circumstances: ended(), command, notes });
  }
  if (measures.includes('limits')) {
    const ended = observe(versions);
    const figures = await benchProvider({ ...bench, contenders: [ours], measures: ['limits'] });
    const title = 'Provider: under a rate limit';
    reports.push({ id: 'provider-limits', title, figures, circumstances: ended(), command, notes: LIMIT_NOTES });
  }
  return reports;
}

/** Writes two sections: the data plane is compared with another server, the rest is not. */
async function emulator(options: Options): Promise<Report[]> {
  const measures = measuresOf('emulator', options);
  if (measures.length === 0) return [];
  const packageFolder = await buildEmulator();
  const node = { Node: process.versions.node };
  const command = commandOf('emulator', options);
  const reports: Report[] = [];

  const own = measures.filter((measure) => measure !== 's3' && measure !== 's3-memory');
  if (own.length > 0) {
    const ended = observe(node);
    const figures = await benchEmulator({
      packageFolder,
      measures: own,
      rounds: options.rounds,
      requests: REQUESTS,
      memoryRequests: options.full ? MEMORY_REQUESTS.full : MEMORY_REQUESTS.usual,
    });
    const notes = [
      'The load comes from a process of its own (undici) on the same machine, and takes its share of the cores.',
    ];
    reports.push({ id: 'emulator', title: 'Emulator', figures, circumstances: ended(), command, notes });
  }
  const s3 = measures.filter((measure) => measure === 's3' || measure === 's3-memory');
  if (s3.length > 0) {
    const ended = observe({ ...node, s3rver: S3RVER_VERSION });
    const figures = await benchS3({ packageFolder, measures: s3, rounds: options.rounds });
    const title = 'Emulator: S3';
    reports.push({ id: 'emulator-s3', title, figures, circumstances: ended(), command, notes: S3_NOTES });
  }
  return reports;
}

async function s3(options: Options): Promise<Report[]> {
  if (measuresOf('s3', options).length === 0) return [];
  const packageFolder = await buildEmulator();
  const ended = observe({ Node: process.versions.node, versitygw: VERSITYGW });
  const figures = await benchS3Cost({ packageFolder, rounds: options.rounds });
  const title = 'Emulator: what a request of S3 costs';
  const command = commandOf('s3', options);
  return [{ id: 'emulator-s3-cost', title, figures, circumstances: ended(), command, notes: COST_NOTES }];
}

async function constructs(options: Options): Promise<Report[]> {
  const measures = measuresOf('constructs', options);
  if (measures.length === 0) return [];
  await makeLowLevel();
  const ended = observe({ Node: process.versions.node });
  const figures = await benchConstructs({ measures, rounds: options.rounds, count: options.count });
  const notes = [
    'A fresh process each time, from the first construct to the written JSON; loading the libraries is not in it.',
  ];
  const command = commandOf('constructs', options);
  return [{ id: 'constructs', title: 'Constructs', figures, circumstances: ended(), command, notes }];
}

/** Returns nothing if there is no Garage. */
async function garage(options: Options): Promise<Report[]> {
  const measures = measuresOf('garage', options);
  if (measures.length === 0) return [];
  const { version, missing } = await findToolChain('Garage');
  if (version === undefined) {
    console.error(`Not measured without Garage: the control plane over a cluster (${missing}).`);
    return [];
  }
  const terraform = await findTerraform();
  const packageFolder = await buildEmulator();
  const installation = installationOf(await buildProvider());
  const { rounds, count } = options;
  const ended = observe({ Node: process.versions.node, [terraform.product]: terraform.version, Garage: version });
  const figures = await benchGarage({
    packageFolder,
    measures,
    rounds,
    terraform: terraform.path,
    installation,
    count,
  });
  const command = commandOf('garage', options);
  const title = 'Emulator over a Garage cluster';
  return [{ id: 'garage', title, figures, circumstances: ended(), command, notes: GARAGE_NOTES }];
}

/** Returns the path of the executable, which is the last line of the output. */
async function buildProvider(): Promise<string> {
  const { stdout } = await must(bin('tsx'), [inRoot('scripts', 'build-provider.ts')], { cwd: ROOT });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** The same provider as a script for Node, built together with it. */
function forNode({ executable, version }: Installation): Installation {
  return installationOf(executableIn(inRoot('dist', 'mirror-node'), version, basename(dirname(executable))));
}

function commandOf(part: Part, { full, before, rounds, count, only }: Options): string {
  const flags = [
    ...(before === undefined ? [] : ['--before …']),
    ...(full ? ['--full'] : []),
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(rounds === undefined ? [] : [`--rounds ${rounds}`]),
    ...(count === 1000 ? [] : [`--count ${count}`]),
  ];
  return ['npm run bench --', part, ...flags].join(' ');
}
