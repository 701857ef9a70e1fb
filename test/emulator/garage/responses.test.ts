import { expect, test } from 'vitest';
import type { Json } from '../../../contract/formats/json';
import {
  readBucket,
  readCleanUp,
  readDeleted,
  readHealth,
  readKey,
  readListedBucket,
  readListedKey,
  readSecret,
  readStatus,
  UnexpectedResponse,
} from '../../../emulator/garage/responses';

const permissions = { read: true, write: false, owner: true };
const NAMES = { id: 'b', created: '2026-01-02T03:04:05Z', globalAliases: ['one', 'two'] };
const BUCKET = {
  ...NAMES,
  quotas: { maxSize: 10, maxObjects: null },
  objects: 2,
  bytes: 3n,
  unfinishedUploads: 1,
  keys: [{ accessKeyId: 'GK1', name: 'k', permissions, bucketLocalAliases: ['mine'] }],
};
const named = { id: 'b', created: Date.UTC(2026, 0, 2, 3, 4, 5), aliases: ['one', 'two'] };
const KEY = { accessKeyId: 'GK1', name: 'k', expired: true, buckets: [{ id: 'b', permissions }] };
const COUNTS = {
  knownNodes: 4,
  connectedNodes: 3,
  storageNodes: 2,
  partitions: 256,
  partitionsQuorum: 255,
  partitionsAllOk: 254,
};

const NODE = { id: 'n', hostname: 'h', isUp: true };

const READERS: [name: string, read: (response: Json) => unknown, response: object, read: unknown][] = [
  [
    'a bucket',
    readBucket,
    BUCKET,
    {
      ...named,
      quota: 10n,
      objects: 2n,
      bytes: 3n,
      unfinishedUploads: 1n,
      keys: [{ accessKeyId: 'GK1', name: 'k', permissions, localAliases: ['mine'] }],
    },
  ],
  [
    'a listed bucket',
    readListedBucket,
    { ...NAMES, localAliases: [{ accessKeyId: 'GK1', alias: 'mine' }] },
    { ...named, localAliases: [{ accessKeyId: 'GK1', alias: 'mine' }] },
  ],
  ['a secret half', readSecret, { secretAccessKey: 'canary' }, 'canary'],
  ['a key', readKey, KEY, KEY],
  [
    'a listed key',
    readListedKey,
    { id: 'GK1', name: 'k', expired: true },
    { accessKeyId: 'GK1', name: 'k', expired: true },
  ],
  ['a clean-up', readCleanUp, { uploadsDeleted: 7 }, 7n],
  [
    'the health',
    readHealth,
    { status: 'degraded', ...COUNTS, storageNodesUp: 1 },
    { status: 'degraded', ...COUNTS, storageNodesUp: 1 },
  ],
  [
    'the status',
    readStatus,
    {
      nodes: [
        {
          ...NODE,
          garageVersion: 'v2',
          lastSeenSecsAgo: 5,
          role: { zone: 'z', capacity: 100 },
          dataPartition: { available: 40, total: 90 },
        },
      ],
    },
    [
      {
        ...NODE,
        version: 'v2',
        lastSeenSecondsAgo: 5,
        zone: 'z',
        capacity: 100n,
        freeBytes: 40n,
        totalBytes: 90n,
      },
    ],
  ],
];

test.each(READERS)('%s is read', (_what, read, response, expected) => {
  expect(read(response as Json)).toEqual(expected);
});

test.each(READERS)('%s of another server is refused, and not quoted', (_what, read, response) => {
  const refused = (value: Json) => {
    expect(() => read(value)).toThrow(UnexpectedResponse);
    expect(() => read(value)).not.toThrow('canary');
  };

  for (const value of [null, 'canary', ['canary'], 7] as Json[]) refused(value);
  for (const [name, value] of Object.entries(response)) {
    if (name === 'expired') continue;
    // Of another kind than what Garage sends, and neither absent nor null, which some members may be.
    refused({ ...response, [name]: typeof value === 'string' ? 7 : 'canary' } as Json);
    if (typeof value === 'number') refused({ ...response, [name]: 1.5 } as Json);
  }
});

test('a bucket without a quota has none, and a node what it says', () => {
  expect(readBucket({ ...BUCKET, quotas: { maxSize: null } } as Json)).toMatchObject({ quota: undefined });
  expect(readStatus({ nodes: [{ id: 'n', isUp: 'true', role: null }] } as Json)).toEqual([{ id: 'n', isUp: false }]);
});

test.each([
  [
    'a key that does not say that it has expired works',
    readKey({ ...KEY, expired: undefined } as unknown as Json),
    { expired: false },
  ],
  ['so does a listed one', readListedKey({ id: 'GK1', name: 'k', expired: 1 }), { expired: false }],
  [
    '2.0.0 has another name for a count',
    readHealth({ status: 'healthy', ...COUNTS, storageNodesOk: 2 }),
    { storageNodesUp: 2 },
  ],
  [
    'permissions are true or not',
    readKey({ ...KEY, buckets: [{ id: 'b', permissions: { read: 'true', write: true } }] }),
    { buckets: [{ id: 'b', permissions: { read: false, write: true, owner: false } }] },
  ],
])('%s', (_what, read, expected) => {
  expect(read).toMatchObject(expected);
});

test.each(['healthy', 'degraded', 'unavailable'])('the health may be %s', (status) => {
  expect(readHealth({ status, ...COUNTS, storageNodesUp: 1 }).status).toBe(status);
});

test('a deletion is responded to with null', () => {
  expect(readDeleted(null)).toBe('deleted');
  for (const other of [{}, '', false, 0] as Json[]) expect(() => readDeleted(other)).toThrow('it is not null');
});

const GRANT = BUCKET.keys[0];
const LISTED = { ...NAMES, localAliases: [{ accessKeyId: 'GK1', alias: 'mine' }] };
const HEALTH = { status: 'healthy', ...COUNTS, storageNodesUp: 1 };

test.each<[read: (response: Json) => unknown, response: unknown, says: string]>([
  [readKey, 1, 'key is not an object'],
  [readKey, { ...KEY, accessKeyId: 1 }, 'accessKeyId is not a string'],
  [readKey, { ...KEY, name: 1 }, 'name is not a string'],
  [readKey, { ...KEY, buckets: {} }, 'buckets is not a list'],
  [readKey, { ...KEY, buckets: [1] }, 'buckets is not an object'],
  [readKey, { ...KEY, buckets: [{ id: 'b' }] }, 'permissions is not an object'],
  [readKey, { ...KEY, buckets: [{ id: 1, permissions }] }, 'buckets.id is not a string'],
  [readSecret, 1, 'key is not an object'],
  [readSecret, {}, 'secretAccessKey is not a string'],
  [readListedKey, 1, 'key is not an object'],
  [readListedKey, { id: 1, name: 'k' }, 'id is not a string'],
  [readListedKey, { id: 'GK1' }, 'name is not a string'],
  [readBucket, 1, 'bucket is not an object'],
  [readBucket, { ...BUCKET, id: 1 }, 'id is not a string'],
  [readBucket, { ...BUCKET, created: 1 }, 'created is not a string'],
  [readBucket, { ...BUCKET, globalAliases: 1 }, 'globalAliases is not a list'],
  [readBucket, { ...BUCKET, globalAliases: [1] }, 'globalAliases is not a string'],
  [readBucket, { ...BUCKET, quotas: 1 }, 'quotas is not an object'],
  [readBucket, { ...BUCKET, quotas: { maxSize: '1' } }, 'quotas.maxSize is not an integer'],
  [readBucket, { ...BUCKET, objects: 0.5 }, 'objects is not an integer'],
  [readBucket, { ...BUCKET, bytes: '1' }, 'bytes is not an integer'],
  [readBucket, { ...BUCKET, unfinishedUploads: null }, 'unfinishedUploads is not an integer'],
  [readBucket, { ...BUCKET, keys: 1 }, 'keys is not a list'],
  [readBucket, { ...BUCKET, keys: [1] }, 'keys is not an object'],
  [readBucket, { ...BUCKET, keys: [{ ...GRANT, accessKeyId: 1 }] }, 'keys.accessKeyId is not a string'],
  [readBucket, { ...BUCKET, keys: [{ ...GRANT, name: 1 }] }, 'keys.name is not a string'],
  [readBucket, { ...BUCKET, keys: [{ ...GRANT, bucketLocalAliases: 1 }] }, 'keys.bucketLocalAliases is not a list'],
  [readBucket, { ...BUCKET, keys: [{ ...GRANT, bucketLocalAliases: [1] }] }, 'alias is not a string'],
  [readListedBucket, 1, 'bucket is not an object'],
  [readListedBucket, NAMES, 'localAliases is not a list'],
  [readListedBucket, { ...NAMES, localAliases: [1] }, 'localAliases is not an object'],
  [readListedBucket, { ...NAMES, localAliases: [{ alias: 'mine' }] }, 'localAliases.accessKeyId is not a string'],
  [readListedBucket, { ...NAMES, localAliases: [{ accessKeyId: 'GK1' }] }, 'localAliases.alias is not a string'],
  [readListedBucket, { ...LISTED, created: 1 }, 'created is not a string'],
  [readCleanUp, 1, 'cleanup is not an object'],
  [readCleanUp, {}, 'uploadsDeleted is not an integer'],
  [readHealth, 1, 'health is not an object'],
  [readHealth, { ...HEALTH, status: 'ill' }, 'its status is unknown'],
  [readHealth, { status: 'healthy', ...COUNTS }, 'storageNodesOk is not an integer'],
  ...Object.keys({ ...COUNTS, storageNodesUp: 1 }).map(
    (name) => [readHealth, { ...HEALTH, [name]: 'x' }, `${name} is not an integer`] as never,
  ),
  [readStatus, 1, 'status is not an object'],
  [readStatus, {}, 'nodes is not a list'],
  [readStatus, { nodes: [1] }, 'node is not an object'],
  [readStatus, { nodes: [{}] }, 'id is not a string'],
  [readStatus, { nodes: [{ id: 'n', hostname: 1 }] }, 'hostname is not a string'],
  [readStatus, { nodes: [{ id: 'n', garageVersion: 1 }] }, 'garageVersion is not a string'],
  [readStatus, { nodes: [{ id: 'n', lastSeenSecsAgo: 'x' }] }, 'lastSeenSecsAgo is not an integer'],
  [readStatus, { nodes: [{ id: 'n', role: 1 }] }, 'role is not an object'],
  [readStatus, { nodes: [{ id: 'n', role: { zone: 1 } }] }, 'zone is not a string'],
  [readStatus, { nodes: [{ id: 'n', role: { capacity: 'x' } }] }, 'bytes is not an integer'],
  [readStatus, { nodes: [{ id: 'n', dataPartition: 1 }] }, 'dataPartition is not an object'],
  [readStatus, { nodes: [{ id: 'n', dataPartition: { available: 'x' } }] }, 'bytes is not an integer'],
])('a response names the member that is not as it should be: %o', (read, response, says) => {
  expect(() => read(response as Json)).toThrow(new UnexpectedResponse(says));
});
