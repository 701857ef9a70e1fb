import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedPort } from '../../../scripts/support/closed-port';
import { temporaryFolder } from '../../../scripts/support/folders';
import { onPath } from '../../../scripts/support/on-path';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { makeOnce } from '../../../scripts/support/stamp';
import { bundleProgram } from '../../support/program';
import { MESSAGE } from '../../support/program-message';
import { emulatorCommand, type Server, startServer } from '../../support/server';
import type { Target } from './messages';

export interface S3Contender {
  readonly label: string;
  /** Starts it in a separate process, with one empty bucket. */
  readonly start: () => Promise<AsyncDisposable & { readonly target: Target }>;
}

const BUCKET = 'bench';
const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** Compared with, and nothing else: its old parsers are in no lock file, and none of its packages runs a script when it is installed. */
export const S3RVER_VERSION = '3.7.1';
const S3RVER = inRoot('build', 'bench', 's3rver');
const S3RVER_RECIPE = { stamp: join(S3RVER, 'stamp'), folders: [S3RVER], sources: [], conditions: S3RVER_VERSION };

/** The widely used alternative, with its only storage: a folder. It is installed at the first start. */
export const s3rver = inFolder('s3rver', async (folder) => {
  await makeOnce(S3RVER_RECIPE, async () => {
    await must('npm', ['install', '--prefix', S3RVER, '--ignore-scripts', `s3rver@${S3RVER_VERSION}`]);
  });
  const program = join(S3RVER, 'node_modules', 's3rver', 'bin', 's3rver.js');
  const address = ['--address', '127.0.0.1', '--port', '0'];
  const flags = ['--directory', folder, ...address, '--silent', '--configure-bucket', BUCKET];
  const server = await startServer([process.execPath, program, ...flags], /^S3rver listening on /);
  return { server, endpoint: atPortIn(server), accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
});

/** The floor: a signature checked and bytes written by `node:http`, and nothing else. */
export const floor = inFolder('floor', async () => {
  const { path } = await bundleProgram('emulator/s3/floor-program.ts');
  const keys = { accessKeyId: 'FLOOR', secretAccessKey: 'FLOOR' };
  const settings = { [MESSAGE]: JSON.stringify(keys) };
  const server = await startServer([process.execPath, path], /^listening on /, settings);
  return { server, endpoint: atPortIn(server), ...keys };
});

/** The built emulator: with a data folder, like s3rver, or in memory. */
export const emulator = (label: string, program: string, where: 'folder' | 'memory') =>
  inFolder(label, async (folder) => {
    const data = where === 'folder' ? ['--data', folder] : [];
    const server = await startServer(emulatorCommand(program, '--bucket', BUCKET, ...data), /^\{/);
    const { s3Endpoint: endpoint, awsEnvironment } = JSON.parse(server.said);
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = awsEnvironment;
    return { server, endpoint, accessKeyId, secretAccessKey };
  });

export const versitygw = (program: string) =>
  inFolder('versitygw', async (folder) => {
    // A folder is a bucket.
    await mkdir(join(folder, BUCKET));
    const address = `127.0.0.1:${await closedPort()}`;
    const keys = { accessKeyId: 'VERSITYGW', secretAccessKey: randomBytes(32).toString('hex') };
    const settings = { ROOT_ACCESS_KEY: keys.accessKeyId, ROOT_SECRET_KEY: keys.secretAccessKey };
    const flags = ['--port', address, '--keep-alive', '--quiet', 'posix', folder];
    const server = await startServer([program, ...flags], undefined, settings);
    return { server, endpoint: await waitUntilUp(`http://${address}`), ...keys };
  });

/** Versitygw, if it is on the PATH: this project does not install it. */
export async function installedServers(): Promise<readonly S3Contender[]> {
  const program = await onPath('versitygw');
  return program === undefined ? [] : [versitygw(program)];
}

/** A server with a temporary folder, which is deleted with it. */
function inFolder(
  label: string,
  begin: (folder: string) => Promise<{ readonly server: Server } & Omit<Target, 'bucket' | 'pids'>>,
): S3Contender {
  const start = async () => {
    const folder = await temporaryFolder('coffer-bench-s3-');
    const { server, ...target } = await begin(folder.path);
    return {
      target: { ...target, bucket: BUCKET, pids: [server.pid] },
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      },
    };
  };
  return { label, start };
}

const atPortIn = ({ said }: Server) => `http://127.0.0.1:${/\d+$/.exec(said)?.[0]}`;

/** Waits for any HTTP response, since versitygw does not report that it is ready. */
async function waitUntilUp(endpoint: string): Promise<string> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await (await fetch(endpoint)).arrayBuffer();
      return endpoint;
    } catch (error) {
      if (performance.now() > until) throw new Error(`Nothing answers at ${endpoint}.`, { cause: error });
      await sleep(LOOK_EVERY_MS);
    }
  }
}
