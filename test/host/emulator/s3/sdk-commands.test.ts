import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { NOT_IMPLEMENTED } from '../../../../emulator/s3/routing/not-implemented';
import { shareS3 } from './support';

const open = shareS3();

type Command = new (input: object) => Parameters<s3.S3Client['send']>[0];

/** Every operation that the official SDK knows, but for the one of object Lambda, which no bucket gets. */
const COMMANDS = Object.entries(s3)
  .filter(([name]) => /^[A-Z]\w+Command$/.test(name) && name !== 'WriteGetObjectResponseCommand')
  .map(([name, Command]) => [name.replace(/Command$/, ''), Command as unknown as Command] as const);

/** Members that some of the inputs require. */
const INPUT = {
  ...{ Key: 'k', Id: 'i', UploadId: 'u', PartNumber: 1, RenameSource: 'k', ObjectAttributes: ['ETag'], Body: 'x' },
  Delete: { Objects: [{ Key: 'k' }] },
};

/** Refused before its operation is looked at: by a header, or by the session that the SDK opens first. */
const EARLY: Readonly<Record<string, string>> = {
  ListDirectoryBuckets: 'CreateSession',
  RenameObject: 'x-amz-rename-source',
};

/** Operations that nothing but the members of their input tells apart, such as Get and List of one parameter. */
const siblingsOf = (operation: string) => {
  const placeOf = ([, ...place]: (typeof NOT_IMPLEMENTED)[number]) => place.join(' ');
  const places = NOT_IMPLEMENTED.filter(([name]) => name === operation).map(placeOf);
  return NOT_IMPLEMENTED.filter((one) => places.includes(placeOf(one))).map(([name]) => name);
};

test('each operation of the official SDK is performed or refused by its own name', async () => {
  const { client, Bucket, emulator } = await open();
  const wrong: string[] = [];
  for (const [operation, Command] of COMMANDS) {
    const command = new Command({ ...INPUT, Bucket, CopySource: `${Bucket}/k` });
    const error = await client.send(command).then(
      () => undefined,
      (cause: s3.S3ServiceException & { readonly Operation?: string; readonly Header?: string }) => cause,
    );
    const performed = emulator.journal.requests().at(-1)?.operation;
    const refused = error?.name === 'NotImplemented' ? (error.Operation ?? error.Header) : undefined;
    const isRight =
      refused === undefined
        ? performed === operation
        : refused === EARLY[operation] || siblingsOf(operation).includes(refused);
    if (!isRight) wrong.push(`${operation}: performed ${performed}, refused ${refused}`);
  }

  expect(COMMANDS.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('what the service does not have touches no object', async () => {
  const { client, Bucket } = await open();
  await client.putObject({ Bucket, Key: 'k', Body: 'kept' });
  const missing = new Set(NOT_IMPLEMENTED.map(([operation]) => operation));
  for (const [operation, Command] of COMMANDS) {
    if (!missing.has(operation)) continue;
    await expect(client.send(new Command({ ...INPUT, Bucket }))).rejects.toMatchObject({ name: 'NotImplemented' });
  }

  const { Body } = await client.getObject({ Bucket, Key: 'k' });

  expect(await Body?.transformToString()).toBe('kept');
});
