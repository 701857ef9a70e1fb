import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { TerraformOutput } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, Size } from '../../../src';
import { type Credentials, clientWith, deploy } from './deployment';
import { allowing, fill, type Right, tryAll } from './uses';

/** Keys with grants to buckets, used by the official client: they permit what was granted, and no more. */

const GRANTS = {
  grantRead: ['read'],
  grantWrite: ['write'],
  grantReadWrite: ['read', 'write'],
  grantOwner: ['owner'],
} as const satisfies Readonly<Record<string, readonly Right[]>>;

type Grant = keyof typeof GRANTS;

it('C2: each grant gives a key exactly its permission on the bucket, and nothing on one without a grant', async () => {
  await using emulator = await Emulator.start();
  const deployment = await deploy(emulator, (stack) => {
    const maxSize = Size.mebibytes(1);
    const [open, closed] = [new Bucket(stack, 'Open', { maxSize }), new Bucket(stack, 'Closed', { maxSize })];
    for (const grant of Object.keys(GRANTS) as Grant[]) {
      const key = new AccessKey(stack, grant);
      open[grant](key);
      key.outputCredentials(grant);
    }
    new TerraformOutput(stack, 'open', { value: open.alias });
    new TerraformOutput(stack, 'closed', { value: closed.alias });
  });
  const { open, closed, ...keys } = await deployment.outputs<
    { open: string; closed: string } & Record<Grant, Credentials>
  >();
  await fill(emulator, open, closed);

  for (const [grant, rights] of Object.entries(GRANTS)) {
    const client = clientWith(keys[grant as Grant]);
    const { Buckets } = await client.send(new ListBucketsCommand());

    expect([grant, await tryAll(client, open)]).toEqual([grant, allowing(...rights)]);
    expect([grant, await tryAll(client, closed)]).toEqual([grant, allowing()]);
    expect([grant, Buckets?.map(({ Name }) => Name)]).toEqual([grant, [open]]);
  }
});
