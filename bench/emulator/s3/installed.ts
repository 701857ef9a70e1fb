import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onPath } from '../../../scripts/support/on-path';
import { inFolder, type StartS3, startProgram } from './servers';

/** A server that takes part only if it is installed on the machine; this project does not install it. */
export interface InstalledServer {
  readonly label: string;
  readonly start: StartS3;
}

const BUCKET = 'bench';
const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** Those of versitygw and Garage (2.3 or newer) whose executables are on the PATH. */
export async function installedServers(): Promise<readonly InstalledServer[]> {
  const versitygw = await onPath('versitygw');
  const garage = await onPath('garage');
  return [
    ...(versitygw === undefined ? [] : [{ label: 'versitygw', start: startVersitygw(versitygw) }]),
    ...(garage === undefined ? [] : [{ label: 'Garage', start: startGarage(garage) }]),
  ];
}

export const startVersitygw =
  (program: string): StartS3 =>
  () =>
    inFolder(async (folder) => {
      // A folder is a bucket.
      await mkdir(join(folder, BUCKET));
      const address = `127.0.0.1:${await freePort()}`;
      const keys = drawKeys();
      const child = startProgram(program, ['--port', address, '--keep-alive', '--quiet', 'posix', folder], {
        ROOT_ACCESS_KEY: keys.accessKeyId,
        ROOT_SECRET_KEY: keys.secretAccessKey,
      });
      child.stdout.resume();
      const endpoint = await waitUntilUp(`http://${address}`);
      return { child, target: { endpoint, bucket: BUCKET, ...keys, pid: child.pid ?? 0 } };
    });

const startGarage =
  (program: string): StartS3 =>
  () =>
    inFolder(async (folder) => {
      const [api, rpc] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
      const configuration = join(folder, 'garage.toml');
      await writeFile(configuration, garageConfiguration(folder, api, rpc), { mode: 0o600 });
      const keys = drawKeys();
      const child = startProgram(program, ['-c', configuration, 'server', '--single-node', '--default-bucket'], {
        GARAGE_DEFAULT_ACCESS_KEY: keys.accessKeyId,
        GARAGE_DEFAULT_SECRET_KEY: keys.secretAccessKey,
        GARAGE_DEFAULT_BUCKET: BUCKET,
        RUST_LOG: 'error',
      });
      child.stdout.resume();
      const endpoint = await waitUntilUp(`http://${api}`);
      return { child, target: { endpoint, bucket: BUCKET, ...keys, pid: child.pid ?? 0 } };
    });

const garageConfiguration = (
  folder: string,
  api: string,
  rpc: string,
) => `metadata_dir = ${JSON.stringify(`${folder}/meta`)}
data_dir = ${JSON.stringify(`${folder}/data`)}
db_engine = "sqlite"
replication_factor = 1
rpc_bind_addr = ${JSON.stringify(rpc)}
rpc_public_addr = ${JSON.stringify(rpc)}
rpc_secret = "${randomBytes(32).toString('hex')}"

[s3_api]
s3_region = "us-east-1"
api_bind_addr = ${JSON.stringify(api)}
`;

/** Random keys in the format that Garage requires. */
const drawKeys = () => ({
  accessKeyId: `GK${randomBytes(12).toString('hex')}`,
  secretAccessKey: randomBytes(32).toString('hex'),
});

/** Finds a free port, since neither server reports a port that it chose itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}

/** Waits for any HTTP response, since neither server reports that it is ready. */
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
