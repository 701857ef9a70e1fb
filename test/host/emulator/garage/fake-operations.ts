import type { Json } from '../../../../contract/formats/json';
import { type FakeBucket, type FakeKey, type FakeTables, NONE } from './fake-tables';

export interface Call {
  /** `POST /v2/CreateBucket` */
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** Yields after each write: a call that is cut off has done those before. */
export type FakeStep = Generator<void, Json, void>;

export class FakeError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Runs one call of the admin API, write by write. */
export function responses(tables: FakeTables, call: Call): FakeStep {
  const operation = Object.hasOwn(OPERATIONS, call.route) ? OPERATIONS[call.route] : undefined;
  if (!operation) throw refuse(`Unknown API endpoint: ${call.route}`);
  return operation(tables, call);
}

type Operation = (tables: FakeTables, call: Call) => FakeStep;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  *'POST /v2/CreateBucket'(tables, { body }) {
    const { globalAlias } = members(body);
    if (globalAlias !== undefined) {
      const alias = text(globalAlias, 'globalAlias');
      if (tables.aliases.has(alias)) throw new FakeError(409, 'BucketAlreadyExists', 'Bucket already exists');
    }
    const bucket = tables.newBucket();
    yield;
    if (globalAlias !== undefined) {
      bucket.aliases.add(globalAlias as string);
      tables.aliases.set(globalAlias as string, bucket.id);
      yield;
    }
    return toBucketInfo(tables, bucket);
  },

  // biome-ignore lint/correctness/useYield: a call that writes nothing
  *'GET /v2/GetBucketInfo'(tables, { query }) {
    if (query.id !== undefined) return toBucketInfo(tables, findBucket(tables, query.id));
    const alias = query.globalAlias ?? '';
    const id = tables.aliases.get(alias);
    if (id === undefined) throw new FakeError(404, 'NoSuchBucket', `Bucket not found: ${alias}`);
    return toBucketInfo(tables, findBucket(tables, id));
  },

  *'GET /v2/ListBucketsInfo'(tables, { query }) {
    const rows = [...tables.buckets.values()].filter(({ isDeleted }) => !isDeleted);
    return page(rows, query, ({ id }) => id).map((bucket) => toBucketInfo(tables, bucket));
  },

  *'POST /v2/UpdateBucket'(tables, { query, body }) {
    const bucket = findBucket(tables, query.id ?? '');
    const { quotas } = members(body);
    if (quotas !== undefined && quotas !== null) {
      const { maxSize, maxObjects } = members(quotas);
      bucket.maxSize = unsigned(maxSize);
      bucket.maxObjects = unsigned(maxObjects);
      yield;
    }
    return toBucketInfo(tables, bucket);
  },

  *'POST /v2/DeleteBucket'(tables, { query }) {
    const bucket = findBucket(tables, query.id ?? '');
    if (bucket.objects > 0n) throw new FakeError(409, 'BucketNotEmpty', 'Tried to delete a non-empty bucket');
    for (const [accessKeyId] of [...bucket.grants]) {
      bucket.grants.delete(accessKeyId);
      yield;
      tables.keys.get(accessKeyId)?.grants.delete(bucket.id);
      yield;
    }
    for (const alias of [...bucket.aliases]) {
      bucket.aliases.delete(alias);
      tables.aliases.delete(alias);
      yield;
    }
    tables.bury(bucket);
    yield;
    return null;
  },

  *'POST /v2/CleanupIncompleteUploads'(tables, { body }) {
    const { bucketId } = members(body);
    const bucket = tables.buckets.get(text(bucketId, 'bucketId'));
    const uploadsDeleted = bucket?.unfinishedUploads ?? 0n;
    if (bucket) bucket.unfinishedUploads = 0n;
    yield;
    return { uploadsDeleted: Number(uploadsDeleted) };
  },

  *'POST /v2/AddBucketAlias'(tables, { body }) {
    const { bucketId, globalAlias } = members(body);
    const bucket = findBucket(tables, text(bucketId, 'bucketId'));
    const alias = text(globalAlias, 'globalAlias');
    const there = tables.aliases.get(alias);
    if (there !== undefined && there !== bucket.id) {
      throw refuse(`Alias ${alias} already exists and points to different bucket: ${there.slice(0, 16)}`);
    }
    tables.aliases.set(alias, bucket.id);
    yield;
    bucket.aliases.add(alias);
    yield;
    return toBucketInfo(tables, bucket);
  },

  'POST /v2/AllowBucketKey': (tables, call) => permit(tables, call, true),

  'POST /v2/DenyBucketKey': (tables, call) => permit(tables, call, false),

  *'GET /v2/ListKeys'(tables, { query }) {
    const rows = [...tables.keys.values()].filter(({ isDeleted }) => !isDeleted);
    return page(rows, query, ({ accessKeyId }) => accessKeyId).map((key) => {
      const { accessKeyId: id, name, created, expiration } = key;
      return { id, name, created, expiration, expired: isExpired(key) };
    });
  },

  // biome-ignore lint/correctness/useYield: a call that writes nothing
  *'GET /v2/GetKeyInfo'(tables, { query }) {
    const key = findKey(tables, query.id ?? '');
    return toKeyInfo(tables, key);
  },

  *'POST /v2/ImportKey'(tables, { body }) {
    const given = members(body);
    const accessKeyId = text(given.accessKeyId, 'accessKeyId');
    const secretAccessKey = text(given.secretAccessKey, 'secretAccessKey');
    if (tables.keys.has(accessKeyId)) {
      throw new FakeError(409, 'KeyAlreadyExists', `Key ${accessKeyId} already exists in data store.`);
    }
    const name = typeof given.name === 'string' ? given.name : 'Imported key';
    const key = tables.newKey(accessKeyId, secretAccessKey, name);
    yield;
    return toKeyInfo(tables, key);
  },

  *'POST /v2/UpdateKey'(tables, { query, body }) {
    const key = findKey(tables, query.id ?? '');
    const { expiration, name } = members(body);
    if (name !== undefined && name !== null) key.name = text(name, 'name');
    if (expiration !== undefined && expiration !== null) key.expiration = text(expiration, 'expiration');
    yield;
    return toKeyInfo(tables, key);
  },

  *'POST /v2/DeleteKey'(tables, { query }) {
    const key = findKey(tables, query.id ?? '');
    for (const bucket of tables.buckets.values()) {
      if (!bucket.grants.delete(key.accessKeyId)) continue;
      yield;
      key.grants.delete(bucket.id);
      yield;
    }
    key.isDeleted = true;
    yield;
    return null;
  },
};

function* permit(tables: FakeTables, { body }: Call, value: boolean): FakeStep {
  const { bucketId, accessKeyId, permissions } = members(body);
  const bucket = findBucket(tables, text(bucketId, 'bucketId'));
  const key = findKey(tables, text(accessKeyId, 'accessKeyId'));
  const changed = Object.entries(members(permissions)).filter(([, isNamed]) => isNamed === true);
  const merged = {
    ...(bucket.grants.get(key.accessKeyId) ?? NONE),
    ...Object.fromEntries(changed.map(([right]) => [right, value])),
  };
  bucket.grants.set(key.accessKeyId, merged);
  yield;
  key.grants.set(bucket.id, merged);
  yield;
  return toBucketInfo(tables, bucket);
}

function findBucket(tables: FakeTables, id: string): FakeBucket {
  const bucket = tables.buckets.get(id);
  if (!bucket || bucket.isDeleted) throw new FakeError(404, 'NoSuchBucket', `Bucket not found: ${id}`);
  return bucket;
}

function findKey(tables: FakeTables, id: string): FakeKey {
  const key = tables.keys.get(id);
  if (!key || key.isDeleted) throw new FakeError(404, 'NoSuchAccessKey', `Access key not found: ${id}`);
  return key;
}

function toBucketInfo(tables: FakeTables, bucket: FakeBucket): Json {
  return {
    id: bucket.id,
    created: bucket.created,
    globalAliases: [...bucket.aliases],
    websiteAccess: false,
    keys: [...bucket.grants].flatMap(([accessKeyId, given]) => {
      const permissions = { ...given };
      const hasRight = permissions.read || permissions.write || permissions.owner;
      if (!hasRight) return [];
      return [{ accessKeyId, name: tables.keys.get(accessKeyId)?.name ?? '', permissions, bucketLocalAliases: [] }];
    }),
    objects: bucket.objects,
    bytes: bucket.bytes,
    unfinishedUploads: bucket.unfinishedUploads,
    quotas: { maxSize: bucket.maxSize, maxObjects: bucket.maxObjects },
  };
}

function toKeyInfo(tables: FakeTables, key: FakeKey): Json {
  const { accessKeyId, created, name, expiration } = key;
  return {
    accessKeyId,
    created,
    name,
    expiration,
    expired: isExpired(key),
    permissions: { createBucket: false },
    buckets: [...key.grants]
      .filter(([, { read, write, owner }]) => read || write || owner)
      .map(([id, permissions]) => ({
        id,
        globalAliases: [...(tables.buckets.get(id)?.aliases ?? [])],
        localAliases: [],
        permissions: { ...permissions },
      })),
  };
}

function isExpired({ expiration }: FakeKey): boolean {
  return expiration !== null && Date.parse(expiration) < Date.now();
}

/** The range begins with `offset`, which is in it. */
function page<Row>(rows: readonly Row[], query: Call['query'], idOf: (row: Row) => string): readonly Row[] {
  const sorted = [...rows].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return sorted.filter((row) => idOf(row) >= (query.offset ?? '')).slice(0, Number(query.limit ?? 10_000));
}

function refuse(message: string): FakeError {
  return new FakeError(400, 'InvalidRequest', `Bad request: ${message}`);
}

function members(value: Json | undefined): { readonly [name: string]: Json } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw refuse('Invalid JSON: expected an object');
}

function text(value: Json | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw refuse(`Invalid JSON: ${name} is no string`);
}

const unsigned = (value: Json | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(value as bigint | number);
