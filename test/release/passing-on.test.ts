import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../package.json';
import { release } from '../../projenrc/workflows/release';
import { inRoot } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';
import { RELEASE } from './support/build-release';

/**
 * The release on its way from the job that builds it to those that use it. GitHub's artifacts keep no modes: a file comes out with 644, a
 * folder with 755. Here the workflow's own commands run around a copy that does the same.
 */

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: { readonly path?: string };
}

const jobs = Object.entries(release.jobs as Readonly<Record<string, { readonly steps: readonly Step[] }>>);
const isTar = ({ run: command }: Step) => command?.startsWith('tar ');
const using = (name: string) => (step: Step) => step.uses?.startsWith(name) ?? false;

const UNPACKED = `mirrors/unpacked/registry.terraform.io/coffer/coffer/${version}/linux_amd64`;
const EMULATOR = `npm/coffer-emulator-${version}.tgz`;
const START = `terraform-provider-coffer_v${version}`;

let artifact: string;

beforeAll(async () => {
  const job = await folder();
  // A part of the release says the same as all of it, in a tenth of the time.
  await mkdir(dirname(join(job, 'dist/release', UNPACKED)), { recursive: true });
  await cp(join(RELEASE, UNPACKED), join(job, 'dist/release', UNPACKED), { recursive: true });
  await cp(join(RELEASE, EMULATOR), join(job, 'dist/release', EMULATOR));
  const steps = release.jobs.build.steps as readonly Step[];
  await runSteps(job, steps.filter(isTar));
  artifact = await folder();
  const path = steps.find(using('actions/upload-artifact'))?.with?.path ?? '';
  // What is uploaded lies in the artifact below the last part of its path; a folder's content lies there directly.
  const isFolder = (await stat(join(job, path))).isDirectory();
  await cp(join(job, path), isFolder ? artifact : join(artifact, path), { recursive: true });
  await dropModes(artifact);
}, 300_000);

const receivers = jobs.filter(([, { steps }]) => steps.some(using('actions/download-artifact')));

test('every job that downloads the release is played', () => {
  expect(receivers.map(([name]) => name).sort()).toEqual(
    ['draft', 'go', 'images', 'maven', 'npm', 'publish', 'push-images', 'pypi', 'sign', 'smoke', 'smoke-alpine'].sort(),
  );
});

test.each(receivers)('in the job %s the program of the provider starts', async (_, { steps }) => {
  const job = await received(steps);

  await expectToStart(join(job, 'dist/release', UNPACKED, START));
});

test("the program starts where the image's Dockerfile puts it", async () => {
  const job = await received(release.jobs.images.steps as readonly Step[]);
  const image = await folder();

  await applyCopies(await readFile(inRoot('provider/Dockerfile'), 'utf8'), join(job, 'dist/release'), image);

  await expectToStart(join(image, UNPACKED.replace('mirrors/unpacked/', ''), START));
});

test('the Dockerfile makes up for modes that were lost before it', async () => {
  const [context, image] = [await folder(), await folder()];
  await mkdir(join(context, UNPACKED), { recursive: true });
  await cp(join(RELEASE, UNPACKED), join(context, UNPACKED), { recursive: true });
  await dropModes(context);

  await applyCopies(await readFile(inRoot('provider/Dockerfile'), 'utf8'), context, image);

  await expectToStart(join(image, UNPACKED.replace('mirrors/unpacked/', ''), START));
});

test("the emulator starts where its image's Dockerfile unpacks it, and the user of the image may read all of it", async () => {
  const job = await received(release.jobs.images.steps as readonly Step[]);
  const image = await folder();
  const dockerfile = await readFile(inRoot('emulator/Dockerfile'), 'utf8');
  const [, packed = ''] = /^ARG PACKAGE=(\S+)$/m.exec(dockerfile) ?? [];
  const [, to = ''] = /^ADD \$\{PACKAGE\} (\S+)$/m.exec(dockerfile) ?? [];
  const [, entryPoint = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? [];
  const [program, main = ''] = JSON.parse(entryPoint) as string[];

  // As ADD does it: with the modes that the archive has.
  await mkdir(join(image, to), { recursive: true });
  const archive = join(job, packed.replaceAll(/\$\{VERSION\}/g, version));
  await must('tar', ['--extract', '--same-permissions', '--file', archive, '--directory', join(image, to)]);

  expect(program).toBe('node');
  expect(await run('node', [join(image, main), '--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  const { stdout } = await must('find', [join(image, to), '!', '-perm', '-o=r']);
  expect(stdout).toBe('');
});

/** Folder of a job after it has downloaded the artifact and has run its commands for it. */
async function received(steps: readonly Step[]): Promise<string> {
  const job = await folder();
  await cp(artifact, join(job, steps.find(using('actions/download-artifact'))?.with?.path ?? ''), { recursive: true });
  await runSteps(job, steps.filter(isTar));
  return job;
}

async function runSteps(cwd: string, steps: readonly Step[]): Promise<void> {
  for (const { run: command = '' } of steps) await must('bash', ['-c', command], { cwd });
}

/** Started by hand it says that Terraform starts it. */
async function expectToStart(program: string): Promise<void> {
  const { code, output } = await run(program, []);

  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Terraform') });
}

/** Does what the COPY lines of the first stage do, for linux on amd64: `COPY [--chmod=MODE] FROM TO`. */
async function applyCopies(dockerfile: string, context: string, image: string): Promise<void> {
  const copies = [...dockerfile.matchAll(/^COPY (?:--chmod=(\d+) )?(mirrors\S+) (\S+)$/gm)];
  expect(copies.length).toBeGreaterThan(0);
  for (const [, mode, from = '', to = ''] of copies) {
    const filled = (text: string) =>
      text.replaceAll(/\$\{VERSION\}/g, version).replaceAll(/\$\{TARGETARCH\}/g, 'amd64');
    const target = join(image, filled(to));
    await mkdir(dirname(target), { recursive: true });
    await cp(join(context, filled(from)), target, { recursive: true });
    if (mode) await setModes(target, Number.parseInt(mode, 8), Number.parseInt(mode, 8));
  }
}

const dropModes = (top: string): Promise<void> => setModes(top, 0o644, 0o755);

async function setModes(top: string, file: number, directory: number): Promise<void> {
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? directory : file);
  }
}

const made: string[] = [];

async function folder(): Promise<string> {
  const path = await mkdtemp(inRoot('dist', 'passing-on-'));
  made.push(path);
  return path;
}

afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))));
