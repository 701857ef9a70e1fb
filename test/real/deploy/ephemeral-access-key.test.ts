import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DataResource, Fn, TerraformOutput } from 'cdktf';
import { expect, it, onTestFinished } from 'vitest';
import { Emulator } from '../../../emulator';
import { Bucket, EphemeralAccessKey, Secret, SecretValue, Size } from '../../../src';
import { type Credentials, clientWith, deploy } from './deployment';
import { allowing, fill, keyIsGone, tryAll } from './uses';

/** The construct for ephemeral access keys, for which cdktf has no block, used by a program that Terraform starts. */

/** Sends its environment to `TELL`, and waits until that has been used. */
const PROGRAM = "fetch(process.env.TELL, { method: 'POST', body: JSON.stringify(process.env) })";

it('P28: works for what runs within an apply, ends with it, and is kept nowhere', async () => {
  await using emulator = await Emulator.start();
  const { inspect, journal } = emulator;
  const used: unknown[] = [];
  const tell = await listen(async (environment) => {
    const { S3_BUCKET = '', CLOSED = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = environment;
    const credentials = { access_key_id: AWS_ACCESS_KEY_ID, secret_access_key: AWS_SECRET_ACCESS_KEY };
    const client = clientWith({ ...credentials, endpoint: environment.AWS_ENDPOINT_URL_S3 ?? '' });
    await fill(emulator, S3_BUCKET, CLOSED);
    used.push(AWS_ACCESS_KEY_ID, await tryAll(client, S3_BUCKET), await tryAll(client, CLOSED));
  });
  const deployment = await deploy(emulator, (stack) => {
    const [open, closed] = [new Bucket(stack, 'Open', { maxSize }), new Bucket(stack, 'Closed', { maxSize })];
    const key = new EphemeralAccessKey(stack, 'Key');
    open.grantReadWrite(key);
    const { accessKeyId: access_key_id, secretAccessKey: secret_access_key, endpoint } = key;
    const all = Fn.jsonencode({ access_key_id, secret_access_key, endpoint });
    new Secret(stack, 'Copy', { secretName: 'copy', value: SecretValue.fromEphemeral(all, { version: '1' }) });
    const environment = { ...open.environment(key), CLOSED: closed.alias, TELL: tell, PROGRAM };
    const command = `"${process.execPath}" --eval "$PROGRAM"`;
    new DataResource(stack, 'Program', { provisioners: [{ type: 'local-exec', command, environment }] });
    new TerraformOutput(stack, 'bucket', { value: open.alias });
  });

  const credentials = JSON.parse(inspect.secretValue(inspect.secrets()[0]?.id ?? '')) as Credentials;
  const { bucket } = await deployment.outputs<{ bucket: string }>();
  expect(used).toEqual([credentials.access_key_id, allowing('read', 'write'), allowing()]);
  expect(await tryAll(clientWith(credentials), bucket)).toEqual(keyIsGone());
  expect(await deployment.readState()).not.toContain(credentials.secret_access_key);
  expect(inspect.accessKeys().map(({ accessKeyId }) => accessKeyId)).not.toContain(credentials.access_key_id);
  // One filled the buckets, one was for the apply, and one for the plan that shows that the apply left nothing to do.
  expect(journal.count({ operation: 'createAccessKey' })).toBe(3);
  expect(inspect.accessKeys()).toHaveLength(1);
});

const maxSize = Size.mebibytes(1);

/** A server that passes the received environment to `use`, and responds once that is done. Returns its URL. */
async function listen(use: (environment: NodeJS.ProcessEnv) => Promise<void>): Promise<string> {
  const server = createServer(async (request, response) => {
    await use(JSON.parse(await text(request)) as NodeJS.ProcessEnv);
    response.end();
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
