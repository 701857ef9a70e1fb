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

/** A group of routes over one kind of object. */
export type Collection = 'secrets' | 'pull-secrets' | 'buckets' | 'keys';

/** What a successful answer carries. */
export type Answer =
  /** One record, or what is left of it: the interface shows the body of few answers. */
  | { readonly kind: 'record'; readonly record: z.ZodType; readonly shown: boolean }
  /** All records of a collection: bare, or in an envelope with pages. */
  | { readonly kind: 'list'; readonly record: z.ZodType }
  /** Nothing that a client may rely on. */
  | { readonly kind: 'none' };

/** One operation of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base URL; `{id}` stands for the object's id. */
  readonly path: string;
  readonly collection: Collection;
  readonly summary: string;
  readonly request?: z.ZodType;
  readonly answer: Answer;
  /** True for an operation that the interface does not show: it exists in some dialects only. */
  readonly ours: boolean;
}

const shown = (record: z.ZodType): Answer => ({ kind: 'record', record, shown: true });
const notShown = (record: z.ZodType): Answer => ({ kind: 'record', record, shown: false });
const list = (record: z.ZodType): Answer => ({ kind: 'list', record });
const none: Answer = { kind: 'none' };

/** Name of an operation, as in {@link routes}. Spelled out, so that who names one needs no type of zod. */
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

/** Every operation, by its name: the twelve of the interface, then ours. */
export const routes = {
  createSecret: {
    method: 'POST',
    path: '/secrets',
    collection: 'secrets',
    summary: 'Create a key/value secret',
    request: createSecretRequest,
    answer: notShown(secretRecord),
    ours: false,
  },
  listSecrets: {
    method: 'GET',
    path: '/secrets',
    collection: 'secrets',
    summary: 'List key/value secrets, never with their values',
    answer: list(secretRecord),
    ours: false,
  },
  updateSecret: {
    method: 'PUT',
    path: '/secrets',
    collection: 'secrets',
    summary: 'Update a key/value secret',
    request: updateSecretRequest,
    answer: notShown(secretRecord),
    ours: false,
  },
  deleteSecret: {
    method: 'DELETE',
    path: '/secrets/{id}',
    collection: 'secrets',
    summary: 'Delete a key/value secret',
    answer: none,
    ours: false,
  },
  createPullSecret: {
    method: 'POST',
    path: '/secrets/pull',
    collection: 'pull-secrets',
    summary: 'Create a pull secret',
    request: createPullSecretRequest,
    answer: notShown(pullSecretRecord),
    ours: false,
  },
  createBucket: {
    method: 'POST',
    path: '/s3/buckets',
    collection: 'buckets',
    summary: 'Create a bucket; the answer holds its id',
    request: createBucketRequest,
    answer: shown(bucketRecord),
    ours: false,
  },
  listBuckets: {
    method: 'GET',
    path: '/s3/buckets',
    collection: 'buckets',
    summary: 'List buckets',
    answer: list(bucketRecord),
    ours: false,
  },
  updateBucket: {
    method: 'PUT',
    path: '/s3/buckets',
    collection: 'buckets',
    summary: 'Update a bucket',
    request: updateBucketRequest,
    answer: notShown(bucketRecord),
    ours: false,
  },
  deleteBucket: {
    method: 'DELETE',
    path: '/s3/buckets/{id}',
    collection: 'buckets',
    summary: 'Delete a bucket',
    answer: none,
    ours: false,
  },
  createAccessKey: {
    method: 'POST',
    path: '/s3/keys',
    collection: 'keys',
    summary: 'Create an access key; the only answer with its secret half',
    request: createAccessKeyRequest,
    answer: shown(createdAccessKeyRecord),
    ours: false,
  },
  listAccessKeys: {
    method: 'GET',
    path: '/s3/keys',
    collection: 'keys',
    summary: 'List access keys, without their secret halves',
    answer: list(accessKeyRecord),
    ours: false,
  },
  deleteAccessKey: {
    method: 'DELETE',
    path: '/s3/keys/{id}',
    collection: 'keys',
    summary: 'Delete an access key; its access ends at once',
    answer: none,
    ours: false,
  },
  listPullSecrets: {
    method: 'GET',
    path: '/secrets/pull',
    collection: 'pull-secrets',
    summary: 'List pull secrets, never with their passwords',
    answer: list(pullSecretRecord),
    ours: true,
  },
  updatePullSecret: {
    method: 'PUT',
    path: '/secrets/pull',
    collection: 'pull-secrets',
    summary: 'Update a pull secret',
    request: updatePullSecretRequest,
    answer: notShown(pullSecretRecord),
    ours: true,
  },
  deletePullSecret: {
    method: 'DELETE',
    path: '/secrets/pull/{id}',
    collection: 'pull-secrets',
    summary: 'Delete a pull secret',
    answer: none,
    ours: true,
  },
} as const satisfies Record<Operation, Route>;
