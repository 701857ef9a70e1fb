import { TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  CredentialsFormat,
  Duration,
  Permission,
  RotatingAccessKey,
  Size,
} from '../../../src';
import { attachProvider } from '../../host/provider/support/served-provider';
import { type Credentials, clientWith, deploy } from './deployment';
import { fill } from './fill';
import { allowing, keyIsGone, tryAll } from './uses';

const KINDS = ['rotating', 'replaced', 'access'] as const;

it('P26: after a rotation both keys work until the overlap is over; a key that is replaced ends at once', async () => {
  await using emulator = await Emulator.start();
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  await using provider = await attachProvider(emulator, clock);
  const deployment = await deploy(
    emulator,
    (stack) => {
      const turn = new TerraformVariable(stack, 'turn', { type: 'string' });
      const rotationTrigger = { turn: turn.stringValue };
      const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.mebibytes(1) });
      const rotating = new RotatingAccessKey(stack, 'Rotating', { rotationTrigger, overlap: Duration.hours(24) });
      const replaced = new AccessKey(stack, 'Replaced', { rotationTrigger });
      const access = new BucketAccess(stack, 'Access', { rotationTrigger });
      const stored = new RotatingAccessKey(stack, 'Stored', { rotationTrigger });
      for (const key of [rotating, replaced, access, stored]) bucket.grantRead(key);
      stored.storeIn('stored', { format: CredentialsFormat.JSON });
      rotating.outputCredentials('rotating');
      replaced.outputCredentials('replaced');
      access.keyFor(Permission.READ).outputCredentials('access');
      new TerraformOutput(stack, 'bucket', { value: bucket.alias });
    },
    { variables: { turn: '1' }, env: { TF_REATTACH_PROVIDERS: provider.reattach } },
  );
  const outputs = () => deployment.outputs<{ bucket: string } & Record<(typeof KINDS)[number], Credentials>>();
  const first = await outputs();
  await fill(emulator, first.bucket);
  const readStored = () => {
    const [{ id } = { id: '' }] = emulator.inspect.secrets();
    return JSON.parse(emulator.inspect.secretValue(id)) as Credentials;
  };
  const firstStored = readStored();
  const uses = async (credentials: Credentials) => tryAll(clientWith(credentials), first.bucket);
  const [works, isOver] = [allowing('read'), keyIsGone()];
  for (const kind of KINDS) expect([kind, await uses(first[kind])]).toEqual([kind, works]);

  await deployment.apply({ turn: '2' });
  const second = await outputs();

  for (const kind of KINDS) {
    expect(second[kind].access_key_id).not.toBe(first[kind].access_key_id);
    expect([kind, await uses(second[kind])]).toEqual([kind, works]);
    expect([kind, await uses(first[kind])]).toEqual([kind, kind === 'rotating' ? works : isOver]);
  }

  expect(readStored().access_key_id).not.toBe(firstStored.access_key_id);
  expect(await uses(readStored())).toEqual(works);
  expect(await uses(firstStored)).toEqual(works);

  clock.now += 24 * 60 * 60_000;
  await deployment.apply({ turn: '2' });
  const third = await outputs();

  expect(third).toEqual(second);
  expect(await uses(third.rotating)).toEqual(works);
  expect(await uses(first.rotating)).toEqual(isOver);
  expect(await uses(readStored())).toEqual(works);
  expect(await uses(firstStored)).toEqual(isOver);
});

it.each([
  ['another name', 'next', ['next', 'writer']],
  ['no secret any more', undefined, ['writer']],
])(
  'P26: a key that is stored elsewhere, for %s, has an overlap, and its first secret goes with its first key',
  async (_name, next, during) => {
    await using emulator = await Emulator.start();
    const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
    await using provider = await attachProvider(emulator, clock);
    const storedIn = (name: string | undefined) => (stack: TerraformStack) => {
      const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.mebibytes(1) });
      const key = new RotatingAccessKey(stack, 'Writer', { overlap: Duration.hours(24) });
      bucket.grantRead(key);
      if (name === undefined) key.outputCredentials('writer');
      else key.storeIn(name, { format: CredentialsFormat.JSON });
      new TerraformOutput(stack, 'bucket', { value: bucket.alias });
    };
    const deployment = await deploy(emulator, storedIn('writer'), {
      env: { TF_REATTACH_PROVIDERS: provider.reattach },
    });
    const { bucket } = await deployment.outputs<{ bucket: string }>();
    await fill(emulator, bucket);
    const names = () =>
      emulator.inspect
        .secrets()
        .map(({ name }) => name)
        .sort();
    const read = async (name: string | undefined) => {
      if (name === undefined) return (await deployment.outputs<{ writer: Credentials }>()).writer;
      const { id } = emulator.inspect.secrets().find((secret) => secret.name === name) ?? { id: '' };
      return JSON.parse(emulator.inspect.secretValue(id)) as Credentials;
    };
    const uses = async (credentials: Credentials) => tryAll(clientWith(credentials), bucket);
    const first = await read('writer');

    await deployment.change(storedIn(next));

    expect(names()).toEqual(during);
    expect(await read('writer')).toEqual(first);
    const second = await read(next);
    expect(second.access_key_id).not.toBe(first.access_key_id);
    for (const credentials of [first, second]) expect(await uses(credentials)).toEqual(allowing('read'));

    clock.now += 24 * 60 * 60_000;
    await deployment.apply();

    expect(names()).toEqual(during.filter((name) => name !== 'writer'));
    expect(await read(next)).toEqual(second);
    expect(await uses(second)).toEqual(allowing('read'));
    expect(await uses(first)).toEqual(keyIsGone());
  },
);
