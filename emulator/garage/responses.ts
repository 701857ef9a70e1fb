import type { Json } from '../../contract/formats/json';
import type { ClusterHealth, ClusterNode } from '../domain/cluster';
import type { Permissions } from '../domain/records';
import type { ClusterBucket, ClusterKey, ListedBucket, ListedKey } from './admin-api';

/** Thrown by the readers below for a response that Garage would not send. Names the member, and never quotes its value. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
}

type Members = { readonly [name: string]: Json };

export function readBucket(response: Json): ClusterBucket {
  const bucket = members(response, 'bucket');
  const quotas = members(bucket.quotas, 'quotas');
  return {
    ...readNames(bucket),
    quota: optional(quotas.maxSize, (value) => integer(value, 'quotas.maxSize')),
    objects: integer(bucket.objects, 'objects'),
    bytes: integer(bucket.bytes, 'bytes'),
    keys: list(bucket.keys, 'keys').map((each) => {
      const grant = members(each, 'keys');
      return {
        accessKeyId: text(grant.accessKeyId, 'keys.accessKeyId'),
        name: text(grant.name, 'keys.name'),
        permissions: readPermissions(grant.permissions),
        localAliases: list(grant.bucketLocalAliases, 'keys.bucketLocalAliases').map((alias) => text(alias, 'alias')),
      };
    }),
    unfinishedUploads: integer(bucket.unfinishedUploads, 'unfinishedUploads'),
  };
}

export function readListedBucket(response: Json): ListedBucket {
  const bucket = members(response, 'bucket');
  const localAliases = list(bucket.localAliases, 'localAliases').map((each) => {
    const { accessKeyId, alias } = members(each, 'localAliases');
    return { accessKeyId: text(accessKeyId, 'localAliases.accessKeyId'), alias: text(alias, 'localAliases.alias') };
  });
  return { ...readNames(bucket), localAliases };
}

function readNames(bucket: Members): Pick<ListedBucket, 'id' | 'created' | 'aliases'> {
  return {
    id: text(bucket.id, 'id'),
    created: Date.parse(text(bucket.created, 'created')),
    aliases: list(bucket.globalAliases, 'globalAliases').map((alias) => text(alias, 'globalAliases')),
  };
}

export const readSecret = (response: Json): string => text(members(response, 'key').secretAccessKey, 'secretAccessKey');

export function readKey(response: Json): ClusterKey {
  const key = members(response, 'key');
  return {
    accessKeyId: text(key.accessKeyId, 'accessKeyId'),
    name: text(key.name, 'name'),
    expired: key.expired === true,
    buckets: list(key.buckets, 'buckets').map((each) => {
      const bucket = members(each, 'buckets');
      return { id: text(bucket.id, 'buckets.id'), permissions: readPermissions(bucket.permissions) };
    }),
  };
}

/** Reads Garage's response to a deletion. Any other response is from another server, which may have deleted nothing. */
export function readDeleted(response: Json): 'deleted' {
  if (response === null) return 'deleted';
  throw new UnexpectedResponse('it is not null');
}

export function readCleanUp(response: Json): bigint {
  return integer(members(response, 'cleanup').uploadsDeleted, 'uploadsDeleted');
}

export function readListedKey(response: Json): ListedKey {
  const key = members(response, 'key');
  return { accessKeyId: text(key.id, 'id'), name: text(key.name, 'name'), expired: key.expired === true };
}

const STATUSES = ['healthy', 'degraded', 'unavailable'] as const;

export function readHealth(response: Json): ClusterHealth {
  const health = members(response, 'health');
  const count = (name: string) => Number(integer(health[name], name));
  const status = STATUSES.find((each) => each === health.status);
  if (!status) throw new UnexpectedResponse('its status is unknown');
  return {
    status,
    knownNodes: count('knownNodes'),
    connectedNodes: count('connectedNodes'),
    storageNodes: count('storageNodes'),
    // Garage 2.0.0 has another name for it.
    storageNodesUp: count(health.storageNodesUp === undefined ? 'storageNodesOk' : 'storageNodesUp'),
    partitions: count('partitions'),
    partitionsQuorum: count('partitionsQuorum'),
    partitionsAllOk: count('partitionsAllOk'),
  };
}

export function readStatus(response: Json): readonly ClusterNode[] {
  return list(members(response, 'status').nodes, 'nodes').map(readNode);
}

function readNode(response: Json): ClusterNode {
  const node = members(response, 'node');
  const role = optional(node.role, (value) => members(value, 'role'));
  const partition = optional(node.dataPartition, (value) => members(value, 'dataPartition'));
  const bytes = (value: Json | undefined) => optional(value, (given) => integer(given, 'bytes'));
  return {
    id: text(node.id, 'id'),
    hostname: optional(node.hostname, (value) => text(value, 'hostname')),
    version: optional(node.garageVersion, (value) => text(value, 'garageVersion')),
    isUp: node.isUp === true,
    lastSeenSecondsAgo: optional(node.lastSeenSecsAgo, (value) => Number(integer(value, 'lastSeenSecsAgo'))),
    zone: optional(role?.zone, (value) => text(value, 'zone')),
    capacity: bytes(role?.capacity),
    freeBytes: bytes(partition?.available),
    totalBytes: bytes(partition?.total),
  };
}

function readPermissions(response: Json | undefined): Permissions {
  const { read, write, owner } = members(response, 'permissions');
  return { read: read === true, write: write === true, owner: owner === true };
}

function members(value: Json | undefined, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UnexpectedResponse(`${name} is not an object`);
}

function list(value: Json | undefined, name: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw new UnexpectedResponse(`${name} is not a list`);
}

function text(value: Json | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw new UnexpectedResponse(`${name} is not a string`);
}

function integer(value: Json | undefined, name: string): bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return BigInt(value);
  throw new UnexpectedResponse(`${name} is not an integer`);
}

function optional<T>(value: Json | undefined, read: (value: Json) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}
