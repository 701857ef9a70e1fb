import { createHash } from 'node:crypto';
import type { Context } from './context';
import { drawAccessKeyId, drawAlias, drawFresh, drawId, drawSecretAccessKey } from './ids';
import type { Segment } from './objects/ports';
import type { ObjectAttributes } from './objects/records';
import { toBlob } from './objects/store-body';
import type { Bucket, NewBucket, NewPullSecret, NewSecret, Permissions, TokenOrigin, TokenStore } from './records';
import type { Stores } from './service';

/** An entry of a seed, and its dotted path in the seed file for messages. */
export interface Seeded {
  readonly at: string;
}

/** A seeded object. Without a project it belongs to the first one, and without an id it gets one. */
export interface SeededObject extends Seeded {
  readonly id?: string | undefined;
  readonly projectId?: string | undefined;
}

export interface SeededToken extends Seeded {
  readonly token: string;
  /** Undefined for all projects of the seed, or the emulator's first project if the seed has none. */
  readonly projectIds?: readonly string[] | undefined;
  readonly isReadOnly: boolean;
}

type Own<New> = Omit<New, 'id' | 'projectId'>;

export interface SeededSecret extends SeededObject, Own<NewSecret> {}

export interface SeededPullSecret extends SeededObject, Own<NewPullSecret> {}

/** A bucket that has already settled. */
export interface SeededBucket extends SeededObject, Pick<NewBucket, 'maxSize' | 'description'> {
  readonly alias?: string | undefined;
}

export interface SeededAccessKey extends SeededObject {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** Ids or aliases of buckets. */
  readonly buckets: readonly string[];
  readonly permissions: Permissions;
}

/** An object in a bucket, which is seeded, too, or stored already. */
export interface SeededBucketObject extends Seeded, ObjectAttributes {
  /** Id or alias. */
  readonly bucket: string;
  readonly key: string;
  readonly body: Uint8Array;
}

/** The projects, tokens and objects with which an emulator begins. */
export interface Seed {
  readonly projects: readonly string[];
  readonly tokens: readonly SeededToken[];
  readonly secrets: readonly SeededSecret[];
  readonly pullSecrets: readonly SeededPullSecret[];
  readonly buckets: readonly SeededBucket[];
  readonly accessKeys: readonly SeededAccessKey[];
  readonly objects: readonly SeededBucketObject[];
}

export interface SeedGround {
  readonly context: Pick<Context, 'clock' | 'random' | 'transaction'>;
  readonly stores: Stores & { readonly tokens: TokenStore };
}

/** Adds projects and objects of a seed in one transaction. The seed must have no problems (see seed-problems.ts). */
export function plantObjects({ context, stores }: SeedGround, seed: Seed, firstProject: string): void {
  const { random, clock } = context;
  const createdAt = clock.now();
  const homeOf = ({ projectId = firstProject }: Pick<SeededObject, 'projectId'>) => projectId;
  const idOf = ({ id }: Pick<SeededObject, 'id'>, store: { find(id: string): unknown }) =>
    id ?? drawFresh(drawId, random, (drawn) => store.find(drawn));
  context.transaction(() => {
    for (const project of seed.projects) stores.tokens.addProject(project);
    for (const { at: _, ...secret } of seed.secrets) {
      stores.secrets.insert({ ...secret, id: idOf(secret, stores.secrets), projectId: homeOf(secret) });
    }
    for (const { at: _, ...pullSecret } of seed.pullSecrets) {
      const id = idOf(pullSecret, stores.pullSecrets);
      stores.pullSecrets.insert({ ...pullSecret, id, projectId: homeOf(pullSecret) });
    }
    for (const { at: _, alias, ...bucket } of seed.buckets) {
      stores.buckets.insert({
        ...bucket,
        id: idOf(bucket, stores.buckets),
        projectId: homeOf(bucket),
        alias: alias ?? drawFresh(drawAlias, random, (taken) => stores.buckets.findByAlias(taken)),
        createdAt,
        updatedAt: createdAt,
        settled: true,
      });
    }
    for (const { at: _, buckets, accessKeyId, secretAccessKey, ...key } of seed.accessKeys) {
      stores.accessKeys.insert({
        ...key,
        id: idOf(key, stores.accessKeys),
        projectId: homeOf(key),
        accessKeyId:
          accessKeyId ?? drawFresh(drawAccessKeyId, random, (taken) => stores.accessKeys.findByAccessKeyId(taken)),
        secretAccessKey: secretAccessKey ?? drawSecretAccessKey(random),
        bucketIds: [...new Set(buckets.map((name) => findBucket(stores, name)?.id ?? name))],
        createdAt,
      });
    }
    for (const { at: _, bucket, body, ...object } of seed.objects) {
      const bucketId = findBucket(stores, bucket)?.id ?? bucket;
      const etag = createHash('md5').update(body).digest('hex');
      const segments: Segment[] =
        body.length === 0 ? [] : [[stores.blobs.insert(toBlob([body], body.length, stores.files)), 0, body.length]];
      const put = { bucketId, etag, size: body.length, checksum: undefined, parts: undefined, uploadId: undefined };
      stores.objects.put({ ...object, ...put, lastModified: createdAt }, segments, undefined);
    }
  });
}

export function grantTokens(stores: SeedGround['stores'], seed: Seed, firstProject: string, origin: TokenOrigin): void {
  const all = seed.projects.length > 0 ? seed.projects : [firstProject];
  for (const { token, projectIds = all, isReadOnly } of seed.tokens) {
    stores.tokens.grant(token, projectIds, origin, isReadOnly);
  }
}

/** The bucket with this id, or else with this alias. */
export function findBucket({ buckets }: Pick<Stores, 'buckets'>, idOrAlias: string): Bucket | undefined {
  return buckets.find(idOrAlias) ?? buckets.findByAlias(idOrAlias);
}

/** Grants the tokens of a start its projects, and revokes those of earlier starts. */
export function grantStart(store: TokenStore, tokens: readonly string[], projects: readonly string[]): void {
  store.revoke('start');
  for (const token of tokens) store.grant(token, projects, 'start');
}
