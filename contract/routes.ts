import type * as z from 'zod';
import { accessKeyRecord, bucketRecord, createdAccessKeyRecord, pullSecretRecord, secretRecord } from './records';
import {
  createAccessKeyRequest,
  createBucketRequest,
  createPullSecretRequest,
  createSecretRequest,
  updateBucketRequest,
  updatePullSecretRequest,
  updateSecretRequest,
} from './requests';

/** The routes over one kind of object. */
export type Collection = 'secrets' | 'pull-secrets' | 'buckets' | 'keys';

/** The body of a successful response. */
export type ResponseKind =
  /** One record. `shown` is false if the interface does not show the body, which may then lack fields. */
  | { readonly kind: 'record'; readonly record: z.ZodType; readonly shown: boolean }
  /** All records of a collection: a bare array, or an envelope with pages. */
  | { readonly kind: 'list'; readonly record: z.ZodType }
  /** No body that a client may rely on. */
  | { readonly kind: 'none' };

/** One operation of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path relative to the base URL; `{id}` stands for the object's id. */
  readonly path: string;
  readonly collection: Collection;
  readonly summary: string;
  readonly request?: z.ZodType;
  readonly response: ResponseKind;
  /** True for an operation that the interface does not show and that only some dialects have. */
  readonly ours: boolean;
}

const shown = (record: z.ZodType): ResponseKind => ({ kind: 'record', record, shown: true });
const notShown = (record: z.ZodType): ResponseKind => ({ kind: 'record', record, shown: false });
const list = (record: z.ZodType): ResponseKind => ({ kind: 'list', record });
const none: ResponseKind = { kind: 'none' };

/** The name of an operation, a key of {@link routes}. Written out, so that a file that uses it needs no types of zod. */
export type Operation =
  | 'createSecret'
  | 'listSecrets'
  | 'updateSecret'
  | 'deleteSecret'
  | 'createPullSecret'
  | 'createBucket'
  | 'listBuckets'
  | 'updateBucket'
  | 'deleteBucket'
  | 'createAccessKey'
  | 'listAccessKeys'
  | 'deleteAccessKey'
  | 'listPullSecrets'
  | 'updatePullSecret'
  | 'deletePullSecret';

/** All operations by name: the twelve of the interface, then ours. */
export const routes = {
  createSecret: {
    method: 'POST',
    path: '/secrets',
    collection: 'secrets',
    summary: 'Create a key/value secret',
    request: createSecretRequest,
    response: notShown(secretRecord),
    ours: false,
  },
  listSecrets: {
    method: 'GET',
    path: '/secrets',
    collection: 'secrets',
    summary: 'List key/value secrets, never with their values',
    response: list(secretRecord),
    ours: false,
  },
  updateSecret: {
    method: 'PUT',
    path: '/secrets',
    collection: 'secrets',
    summary: 'Update a key/value secret',
    request: updateSecretRequest,
    response: notShown(secretRecord),
    ours: false,
  },
  deleteSecret: {
    method: 'DELETE',
    path: '/secrets/{id}',
    collection: 'secrets',
    summary: 'Delete a key/value secret',
    response: none,
    ours: false,
  },
  createPullSecret: {
    method: 'POST',
    path: '/secrets/pull',
    collection: 'pull-secrets',
    summary: 'Create a pull secret',
    request: createPullSecretRequest,
    response: notShown(pullSecretRecord),
    ours: false,
  },
  createBucket: {
    method: 'POST',
    path: '/s3/buckets',
    collection: 'buckets',
    summary: 'Create a bucket; the response holds its id',
    request: createBucketRequest,
    response: shown(bucketRecord),
    ours: false,
  },
  listBuckets: {
    method: 'GET',
    path: '/s3/buckets',
    collection: 'buckets',
    summary: 'List buckets',
    response: list(bucketRecord),
    ours: false,
  },
  updateBucket: {
    method: 'PUT',
    path: '/s3/buckets',
    collection: 'buckets',
    summary: 'Update a bucket',
    request: updateBucketRequest,
    response: notShown(bucketRecord),
    ours: false,
  },
  deleteBucket: {
    method: 'DELETE',
    path: '/s3/buckets/{id}',
    collection: 'buckets',
    summary: 'Delete a bucket',
    response: none,
    ours: false,
  },
  createAccessKey: {
    method: 'POST',
    path: '/s3/keys',
    collection: 'keys',
    summary: 'Create an access key; the only response with its secret half',
    request: createAccessKeyRequest,
    response: shown(createdAccessKeyRecord),
    ours: false,
  },
  listAccessKeys: {
    method: 'GET',
    path: '/s3/keys',
    collection: 'keys',
    summary: 'List access keys, without their secret halves',
    response: list(accessKeyRecord),
    ours: false,
  },
  deleteAccessKey: {
    method: 'DELETE',
    path: '/s3/keys/{id}',
    collection: 'keys',
    summary: 'Delete an access key; its access ends at once',
    response: none,
    ours: false,
  },
  listPullSecrets: {
    method: 'GET',
    path: '/secrets/pull',
    collection: 'pull-secrets',
    summary: 'List pull secrets, never with their passwords',
    response: list(pullSecretRecord),
    ours: true,
  },
  updatePullSecret: {
    method: 'PUT',
    path: '/secrets/pull',
    collection: 'pull-secrets',
    summary: 'Update a pull secret',
    request: updatePullSecretRequest,
    response: notShown(pullSecretRecord),
    ours: true,
  },
  deletePullSecret: {
    method: 'DELETE',
    path: '/secrets/pull/{id}',
    collection: 'pull-secrets',
    summary: 'Delete a pull secret',
    response: none,
    ours: true,
  },
} as const satisfies Record<Operation, Route>;
