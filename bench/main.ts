import { readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { optionalDependencies } from '../package.json';
import { buildEmulator } from '../scripts/build-emulator';
import { makeLowLevel } from '../scripts/sources/low-level';
import { bin, inRoot, ROOT } from '../scripts/support/paths';
import { must } from '../scripts/support/run';
import { findTerraform, TerraformNotFoundError } from '../scripts/support/terraform';
import { benchConstructs } from './constructs';
import { benchEmptying } from './emptying';
import { benchEmulator } from './emulator';
import { benchS3, benchS3Cost, VERSITYGW } from './emulator/s3';
import { S3RVER_VERSION } from './emulator/s3/servers';
import { HELP, type MeasureOf, measuresOf, type Options, type Part, parseOptions, UsageError } from './options';
import { benchProvider } from './provider';
import type { Contender } from './provider/contender';
import { executableIn, installationOf } from './provider/installation';
import { buildPeer } from './provider/peer';
import { emulatorService, standInService } from './provider/service';
import { bestsAfter, bestsIn } from './report/best';
import type { Figures } from './report/figures';
import { body, observe, type Report, toJson, type Versions, writeReport } from './report/report';

/** Builds and benchmarks our programs against their baselines (`npm run bench -- --help`), prints tables, and writes each section into this page. */
const PAGE = inRoot('internals/benchmarks.md');
const NODE = { Node: process.versions.node };

const NO_GO =
  'There is no Go on the PATH: the Go peer could not be built, so ours is compared with the builtin resource only, ' +
  'and the server is our own emulator.';

const REST_NOTE =
  'The load comes from a process of its own (undici) on the same machine, and takes its share of the cores.';

const S3_NOTE =
  'Requests are signed ahead, in headers, and sent by a process of its own on the same machine, over plain sockets: an HTTP ' +
  'client would cost more than the response. On a loaded machine the CPU time per request says more than the rate. ' +
  's3rver checks neither signatures of version 4 nor what they say of the body; the emulator checks both. ' +
  'A 16 MiB body is sent as `UNSIGNED-PAYLOAD` but where its SHA-256 is named: then that is computed, too, besides the MD5 of ' +
  'the ETag, which s3rver does not. `emulator` keeps everything in a data folder, as s3rver does.';

const COST_NOTE =
  'CPU time of the server for one request; 16 connections, requests signed ahead in headers, bodies with their SHA-256. ' +
  '`floor` is one file over `node:http` in the same Node: it checks the signature and that SHA-256, computes the ETag and the CRC64NVME that S3 adds, keeps the bytes ' +
  'in a `Map`, and writes a listing as one string. It has no permissions, quota, journal, faults, metadata or errors. ' +
  'versitygw keeps objects as files. `emulator` keeps those of 1 KiB in SQLite and those of 100 KiB in temporary files. ' +
  'The second goal is a GET of 100 KiB in at most 1.5 × the time of versitygw.';

const LIMIT_NOTE =
  'The service accepts so many requests in any second, and responds to all others with 429. Time is from the first request to the ' +
  'last; the ideal is the creates and the lists that they need, each at most five seconds old, divided by the rate. ' +
  'Pipelines are Terraforms side by side that share the limit. The Go peer does not repeat what was rejected.';

const EMPTYING_NOTE =
  '`force_destroy` of objects of the emulator: eight batches of deletions side by side, as the provider does it, against one after another. ' +
  'Side by side cannot take less than the CPU time of the emulator, which has one thread.';

const CONSTRUCTS_NOTE =
  'A fresh process each time, from the first construct to the written JSON; loading the libraries is not in it.';

/** A section of the page, before it is measured. */
interface Section extends Pick<Report, 'id' | 'title' | 'notes'> {
  readonly versions: Versions;
  readonly measure: () => Promise<Figures>;
  /** Whether the page keeps the best ratio that each row has had. */
  readonly keepsBests?: boolean;
}

/** Each builds what it needs. Several sections of a part let a short run keep the figures of the last long one. */
const PARTS: { readonly [P in Part]: (measures: readonly MeasureOf<P>[], options: Options) => Promise<Section[]> } = {
  provider,
  emulator,
  s3: async (_, options) => {
    const packageFolder = await buildEmulator();
    const text = { id: 'emulator-s3-cost', title: 'Emulator: what a request of S3 costs', notes: [COST_NOTE] };
    const versions = { ...NODE, versitygw: VERSITYGW };
    return [{ ...text, versions, measure: () => benchS3Cost(packageFolder, options) }];
  },
  emptying: async (_, options) => {
    const text = { id: 'emptying', title: 'Emptying a bucket', notes: [EMPTYING_NOTE] };
    return [{ ...text, versions: NODE, measure: () => benchEmptying(options) }];
  },
  constructs: async (measures, options) => {
    await makeLowLevel();
    const text = { id: 'constructs', title: 'Constructs', notes: [CONSTRUCTS_NOTE] };
    return [{ ...text, versions: NODE, measure: () => benchConstructs(measures, options) }];
  },
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
  const commit = await commitIn(ROOT);
  for (const part of options.parts) {
    for (const { versions, measure, keepsBests, ...text } of await sectionsOf(part, options)) {
      const ended = observe(versions);
      const figures = await measure();
      const circumstances = ended();
      const known = bestsIn(await readFile(PAGE, 'utf8'), text.id, figures.contenders);
      const bests = keepsBests ? bestsAfter(known, figures, { commit, date: circumstances.date }) : undefined;
      const report = { ...text, figures, bests, circumstances, command: commandOf(part, options) };
      console.log(`## ${report.title}\n\n${body(report)}\n`);
      // A partial section must not replace a complete one.
      if (!options.only) await writeReport(PAGE, report);
      reports.push(report);
    }
  }
  if (options.json !== undefined) await writeFile(options.json, toJson(reports));
}

async function sectionsOf<P extends Part>(part: P, options: Options): Promise<Section[]> {
  const measures = measuresOf(part, options);
  return measures.length === 0 ? [] : PARTS[part](measures, options);
}

async function provider(measures: readonly MeasureOf<'provider'>[], options: Options): Promise<Section[]> {
  const terraform = await findTerraform();
  const peer = await buildPeer();
  const startService = peer ? standInService(peer.standIn) : emulatorService;
  const executable = await buildProvider();
  const ours: Contender = { label: 'Coffer', installation: installationOf(executable), attaches: true };
  const { before } = options;
  const baseline: Contender[] = peer ? [{ label: 'Go peer', installation: peer.installation }] : [];
  const versions = {
    [terraform.product]: terraform.version,
    Bun: optionalDependencies['@oven/bun-linux-x64'],
    ...(peer && { Go: peer.goVersion }),
  };
  const notes = peer ? [] : [NO_GO];
  const section = (id: string, title: string, contenders: Contender[], its: typeof measures): Section => {
    const measure = () => benchProvider(terraform.path, contenders, startService, its, options);
    return { id, title: `Provider: ${title}`, notes, versions, measure, keepsBests: contenders.length > 1 };
  };

  const [first, ...further] = await Promise.all(before.map(ofEarlierBuild));
  if (first) {
    // The Go peer does not repeat what a rate limit rejects.
    const peers = measures.includes('limits') ? [] : baseline;
    return [section('provider-before', 'against earlier builds', [first, ours, ...further, ...peers], measures)];
  }
  const sections: Section[] = [];
  const short = measures.filter((measure) => measure === 'start' || measure === 'one');
  if (short.length > 0) {
    const all = [...baseline, ours, { label: 'Coffer for Node', installation: forNode(executable) }];
    sections.push(section('provider', 'start and a small plan', all, short));
  }
  if (measures.includes('many')) {
    sections.push(section('provider-many', 'many secrets', [...baseline, ours], ['many']));
  }
  if (measures.includes('limits')) {
    sections.push({ ...section('provider-limits', 'under a rate limit', [ours], ['limits']), notes: [LIMIT_NOTE] });
  }
  return sections;
}

/** Two sections: the data plane is compared with another server, the rest is not. */
async function emulator(measures: readonly MeasureOf<'emulator'>[], options: Options): Promise<Section[]> {
  const packageFolder = await buildEmulator();
  const s3 = measures.filter((measure) => measure === 's3' || measure === 's3-memory');
  const own = measures.filter((measure) => measure !== 's3' && measure !== 's3-memory');
  const sections: Section[] = [];
  if (own.length > 0) {
    const text = { id: 'emulator', title: 'Emulator', notes: [REST_NOTE], versions: NODE };
    sections.push({ ...text, measure: () => benchEmulator(packageFolder, own, options) });
  }
  if (s3.length > 0) {
    const text = { id: 'emulator-s3', title: 'Emulator: S3', notes: [S3_NOTE] };
    const versions = { ...NODE, s3rver: S3RVER_VERSION };
    sections.push({ ...text, versions, measure: () => benchS3(packageFolder, s3, options) });
  }
  return sections;
}

async function ofEarlierBuild(executable: string): Promise<Contender> {
  const commit = await commitIn(dirname(await realpath(executable)));
  return { label: `Coffer of ${commit}`, installation: installationOf(executable) };
}

/** The short hash of the commit that a folder has checked out: of an executable, that of its checkout. */
async function commitIn(folder: string): Promise<string> {
  const { stdout } = await must('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: folder });
  return stdout.trim();
}

/** Returns the path of the executable, which is the last line of the output. */
async function buildProvider(): Promise<string> {
  const { stdout } = await must(bin('tsx'), [inRoot('scripts', 'build-provider.ts')], { cwd: ROOT });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** The same provider as a script for Node, built together with it. */
function forNode(executable: string): Contender['installation'] {
  const { version } = installationOf(executable);
  return installationOf(executableIn(inRoot('dist', 'mirror-node'), version, basename(dirname(executable))));
}

function commandOf(part: Part, { full, before, rounds, count, only }: Options): string {
  const flags = [
    ...before.map(() => '--before …'),
    ...(full ? ['--full'] : []),
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(rounds === undefined ? [] : [`--rounds ${rounds}`]),
    ...(count === 1000 ? [] : [`--count ${count}`]),
  ];
  return ['npm run bench --', part, ...flags].join(' ');
}
