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
import { benchProvider, type ProviderBench } from './provider';
import { executableIn, type Installation, installationOf } from './provider/installation';
import { buildPeer } from './provider/peer';
import { emulatorService, standInService } from './provider/service';
import type { Figures } from './report/figures';
import { observe, type Versions } from './report/machine';
import { body, type Report, toJson, writeReport } from './report/report';

/**
 * Benchmarks our programs against their baselines: `npm run bench -- --help`. It builds them first, prints tables, and writes each
 * part into its section of docs/internals/benchmarks.md.
 */
const PAGE = inRoot('docs/internals/benchmarks.md');
const NODE = { Node: process.versions.node };
const REQUESTS = 5_000;
const MEMORY_REQUESTS = { usual: 20_000, full: 100_000 };

const NO_GO =
  'There is no Go on the PATH: the Go peer could not be built, so ours is compared with the builtin resource only, ' +
  'and the server is our own emulator.';

const REST_NOTES = [
  'The load comes from a process of its own (undici) on the same machine, and takes its share of the cores.',
];

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

const CONSTRUCTS_NOTES = [
  'A fresh process each time, from the first construct to the written JSON; loading the libraries is not in it.',
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

/** Measures one section, and notes what its figures were measured with. */
async function section(
  part: Part,
  options: Options,
  versions: Versions,
  text: Pick<Report, 'id' | 'title' | 'notes'>,
  measure: () => Promise<Figures>,
): Promise<Report> {
  const ended = observe(versions);
  const figures = await measure();
  return { ...text, figures, circumstances: ended(), command: commandOf(part, options) };
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
  const add = (id: string, title: string, own: Pick<ProviderBench, 'contenders' | 'measures'>, more = notes) =>
    section('provider', options, versions, { id, title: `Provider: ${title}`, notes: more }, () =>
      benchProvider({ ...bench, ...own }),
    );

  if (before !== undefined) return [await add('provider-before', 'against an earlier build', { contenders, measures })];
  const reports: Report[] = [];
  const short = measures.filter((measure) => measure === 'start' || measure === 'one');
  if (short.length > 0) {
    const all = [...contenders, { label: 'Coffer for Node', installation: forNode(ours.installation) }];
    reports.push(await add('provider', 'start and a small plan', { contenders: all, measures: short }));
  }
  if (measures.includes('many')) {
    reports.push(await add('provider-many', 'many secrets', { contenders, measures: ['many'] }));
  }
  if (measures.includes('limits')) {
    const own = { contenders: [ours], measures: ['limits'] as const };
    reports.push(await add('provider-limits', 'under a rate limit', own, LIMIT_NOTES));
  }
  return reports;
}

/** Writes two sections: the data plane is compared with another server, the rest is not. */
async function emulator(options: Options): Promise<Report[]> {
  const measures = measuresOf('emulator', options);
  if (measures.length === 0) return [];
  const packageFolder = await buildEmulator();
  const { rounds } = options;
  const reports: Report[] = [];

  const own = measures.filter((measure) => measure !== 's3' && measure !== 's3-memory');
  if (own.length > 0) {
    const memoryRequests = options.full ? MEMORY_REQUESTS.full : MEMORY_REQUESTS.usual;
    const text = { id: 'emulator', title: 'Emulator', notes: REST_NOTES };
    reports.push(
      await section('emulator', options, NODE, text, () =>
        benchEmulator({ packageFolder, measures: own, rounds, requests: REQUESTS, memoryRequests }),
      ),
    );
  }
  const s3 = measures.filter((measure) => measure === 's3' || measure === 's3-memory');
  if (s3.length > 0) {
    const text = { id: 'emulator-s3', title: 'Emulator: S3', notes: S3_NOTES };
    const versions = { ...NODE, s3rver: S3RVER_VERSION };
    const measure = () => benchS3({ packageFolder, measures: s3, rounds });
    reports.push(await section('emulator', options, versions, text, measure));
  }
  return reports;
}

async function s3(options: Options): Promise<Report[]> {
  if (measuresOf('s3', options).length === 0) return [];
  const packageFolder = await buildEmulator();
  const text = { id: 'emulator-s3-cost', title: 'Emulator: what a request of S3 costs', notes: COST_NOTES };
  const measure = () => benchS3Cost({ packageFolder, rounds: options.rounds });
  return [await section('s3', options, { ...NODE, versitygw: VERSITYGW }, text, measure)];
}

async function constructs(options: Options): Promise<Report[]> {
  const measures = measuresOf('constructs', options);
  if (measures.length === 0) return [];
  await makeLowLevel();
  const { rounds, count } = options;
  const text = { id: 'constructs', title: 'Constructs', notes: CONSTRUCTS_NOTES };
  return [await section('constructs', options, NODE, text, () => benchConstructs({ measures, rounds, count }))];
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
  const bench = { packageFolder, measures, rounds, terraform: terraform.path, installation, count };
  const versions = { ...NODE, [terraform.product]: terraform.version, Garage: version };
  const text = { id: 'garage', title: 'Emulator over a Garage cluster', notes: GARAGE_NOTES };
  return [await section('garage', options, versions, text, () => benchGarage(bench))];
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
