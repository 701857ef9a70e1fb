import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GarageCluster } from '../../../scripts/garage/cluster';
import { closedPort } from '../../../scripts/support/closed-port';
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

/** Those of versitygw and Garage whose executables are on the PATH. */
export async function installedServers(): Promise<readonly InstalledServer[]> {
  const versitygw = await onPath('versitygw');
  const garage = await onPath('garage');
  return [
    ...(versitygw === undefined ? [] : [{ label: 'versitygw', start: startVersitygw(versitygw) }]),
    ...(garage === undefined ? [] : [{ label: 'Garage', start: startGarage }]),
  ];
}

export const startVersitygw =
  (program: string): StartS3 =>
  () =>
    inFolder(async (folder) => {
      // A folder is a bucket.
      await mkdir(join(folder, BUCKET));
      const address = `127.0.0.1:${await closedPort()}`;
      const keys = { accessKeyId: 'VERSITYGW', secretAccessKey: randomBytes(32).toString('hex') };
      const child = startProgram(program, ['--port', address, '--keep-alive', '--quiet', 'posix', folder], {
        ROOT_ACCESS_KEY: keys.accessKeyId,
        ROOT_SECRET_KEY: keys.secretAccessKey,
      });
      child.stdout.resume();
      const endpoint = await waitUntilUp(`http://${address}`);
      return { child, target: { endpoint, bucket: BUCKET, ...keys, pid: child.pid ?? 0 } };
    });

/** A cluster of one node. */
const startGarage: StartS3 = async () => {
  const cluster = await GarageCluster.start(1);
  const node = cluster.node(0);
  const { id } = await node.admin('POST', 'CreateBucket', {}, { globalAlias: BUCKET });
  const { accessKeyId, secretAccessKey } = await node.admin('POST', 'CreateKey', {}, { name: BUCKET });
  const permissions = { read: true, write: true, owner: true };
  await node.admin('POST', 'AllowBucketKey', {}, { bucketId: id, accessKeyId, permissions });
  return {
    target: { endpoint: node.s3Url, bucket: BUCKET, accessKeyId, secretAccessKey, pid: node.pid },
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
};

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
