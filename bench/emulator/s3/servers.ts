import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../../../scripts/support/folders';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { makeOnce } from '../../../scripts/support/stamp';
import { bundleProgram, withoutOurSettings } from '../../support/program';
import { MESSAGE } from '../../support/told';
import { serverCommand } from '../server';
import type { Target } from './messages';

/** A server in a separate process, with one empty bucket. */
export interface S3Server extends AsyncDisposable {
  readonly target: Target;
}

export type StartS3 = () => Promise<S3Server>;

const BUCKET = 'bench';

/** Compared with, and nothing else: its old parsers are in no lock file, and none of its packages runs a script when it is installed. */
export const S3RVER_VERSION = '3.7.1';
const S3RVER = inRoot('build', 'bench', 's3rver');
const S3RVER_RECIPE = { stamp: join(S3RVER, 'stamp'), folders: [S3RVER], sources: [], conditions: S3RVER_VERSION };

/** The widely used alternative, with its only storage: a folder. It is installed at the first start. */
export const startS3rver: StartS3 = () =>
  inFolder(async (folder) => {
    await makeOnce(S3RVER_RECIPE, async () => {
      await must('npm', ['install', '--prefix', S3RVER, '--ignore-scripts', `s3rver@${S3RVER_VERSION}`]);
    });
    const program = join(S3RVER, 'node_modules', 's3rver', 'bin', 's3rver.js');
    const address = ['--address', '127.0.0.1', '--port', '0'];
    const child = start([program, '--directory', folder, ...address, '--silent', '--configure-bucket', BUCKET]);
    const port = await lineOf(child, /^S3rver listening on .*:(\d+)$/);
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    return { child, target: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, ...keys, pid: child.pid ?? 0 } };
  });

/** The floor: a signature checked and bytes written by `node:http`, and nothing else. */
export const startFloor: StartS3 = () =>
  inFolder(async () => {
    const { path } = await bundleProgram('bench', 'emulator', 's3', 'floor-program.ts');
    const keys = { accessKeyId: 'FLOOR', secretAccessKey: 'FLOOR' };
    const child = startProgram(process.execPath, [path], { [MESSAGE]: JSON.stringify(keys) });
    const port = await lineOf(child, /^listening on (\d+)$/);
    return { child, target: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, ...keys, pid: child.pid ?? 0 } };
  });

/** The built emulator: with a data folder, like s3rver, or in memory. */
export const startEmulator =
  (program: string, where: 'folder' | 'memory'): StartS3 =>
  () =>
    inFolder(async (folder) => {
      const data = where === 'folder' ? ['--data', folder] : [];
      const [, ...args] = serverCommand([program, '--bucket', BUCKET, ...data]);
      const child = start(args);
      const { s3Endpoint, awsEnvironment } = JSON.parse(await lineOf(child, /^(\{.*\})$/)) as Ready;
      const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = awsEnvironment;
      const keys = { accessKeyId, secretAccessKey };
      return { child, target: { endpoint: s3Endpoint, bucket: BUCKET, ...keys, pid: child.pid ?? 0 } };
    });

/** The line of `coffer-emulator --json`, as far as it is read here. */
interface Ready {
  readonly s3Endpoint: string;
  readonly awsEnvironment: Readonly<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>>;
}

const start = (args: readonly string[]) => startProgram(process.execPath, args);

/** Starts a server; the settings go into the environment, which process lists do not show. */
export function startProgram(
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const env = { ...process.env, ...withoutOurSettings(), ...settings };
  return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Waits for a matching line, and returns its first group. */
async function lineOf(child: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('The server ended before it was ready.');
}

/** Starts a server with a temporary folder, which is deleted with it. */
export async function inFolder(
  begin: (folder: string) => Promise<{ readonly child: ChildProcess; readonly target: Target }>,
): Promise<S3Server> {
  const folder = await temporaryFolder('coffer-bench-s3-');
  const { child, target } = await begin(folder.path);
  return {
    target,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}
