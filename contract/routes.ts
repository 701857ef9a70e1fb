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

/** The routes over the objects at a path; `ours` where the interface does not show them. */
function routesOf(path: string, collection: Collection, ours = false) {
  const common = { path, collection, ours } as const;
  return {
    create: <Body extends z.ZodType>(summary: string, request: Body, response: ResponseKind) =>
      ({ ...common, method: 'POST', summary, request, response }) as const,
    list: (summary: string, record: z.ZodType) =>
      ({ ...common, method: 'GET', summary, response: { kind: 'list', record } }) as const,
    update: <Body extends z.ZodType>(summary: string, request: Body, record: z.ZodType) =>
      ({ ...common, method: 'PUT', summary, request, response: notShown(record) }) as const,
    delete: (summary: string) =>
      ({ ...common, method: 'DELETE', path: `${path}/{id}`, summary, response: { kind: 'none' } }) as const,
  };
}

const secrets = routesOf('/secrets', 'secrets');
const pullSecrets = routesOf('/secrets/pull', 'pull-secrets');
const ourPullSecrets = routesOf('/secrets/pull', 'pull-secrets', true);
const buckets = routesOf('/s3/buckets', 'buckets');
const keys = routesOf('/s3/keys', 'keys');

/** All operations by name: the twelve of the interface, then ours. */
export const routes = {
  createSecret: secrets.create('Create a key/value secret', createSecretRequest, notShown(secretRecord)),
  listSecrets: secrets.list('List key/value secrets, never with their values', secretRecord),
  updateSecret: secrets.update('Update a key/value secret', updateSecretRequest, secretRecord),
  deleteSecret: secrets.delete('Delete a key/value secret'),
  createPullSecret: pullSecrets.create('Create a pull secret', createPullSecretRequest, notShown(pullSecretRecord)),
  createBucket: buckets.create('Create a bucket; the response holds its id', createBucketRequest, shown(bucketRecord)),
  listBuckets: buckets.list('List buckets', bucketRecord),
  updateBucket: buckets.update('Update a bucket', updateBucketRequest, bucketRecord),
  deleteBucket: buckets.delete('Delete a bucket'),
  createAccessKey: keys.create(
    'Create an access key; the only response with its secret half',
    createAccessKeyRequest,
    shown(createdAccessKeyRecord),
  ),
  listAccessKeys: keys.list('List access keys, without their secret halves', accessKeyRecord),
  deleteAccessKey: keys.delete('Delete an access key; its access ends at once'),
  listPullSecrets: ourPullSecrets.list('List pull secrets, never with their passwords', pullSecretRecord),
  updatePullSecret: ourPullSecrets.update('Update a pull secret', updatePullSecretRequest, pullSecretRecord),
  deletePullSecret: ourPullSecrets.delete('Delete a pull secret'),
} satisfies Record<Operation, Route>;
