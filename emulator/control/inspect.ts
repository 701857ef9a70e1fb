import { isUtf8 } from 'node:buffer';
import { isSame } from '../domain/compare';
import { DomainError } from '../domain/errors';
import { CONFIGURATION_KINDS, type StoredObject } from '../domain/objects/records';
import type { AccessKey, Bucket, PullSecret, Secret, TokenStore } from '../domain/records';
import type { Stores } from '../domain/service';

/** Number of buckets that an error names. */
const MOST_NAMED = 10;

/** Values to compare a pull secret with; every member given must match. */
export interface PullSecretGuess {
  readonly server?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Shows what the interface hides, for tests in this process only: everything stored, including secret halves. */
export class Inspect {
  constructor(private readonly stores: Stores & { readonly tokens: Pick<TokenStore, 'projectIds'> }) {}

  projects(): readonly string[] {
    return this.stores.tokens.projectIds();
  }

  /** All key/value secrets of all projects. */
  secrets(): Secret[] {
    return this.stores.secrets.list(this.projects());
  }

  /** All pull secrets of all projects. */
  pullSecrets(): PullSecret[] {
    return this.stores.pullSecrets.list(this.projects());
  }

  /** All buckets of all projects, with their aliases, whether shown yet or not. */
  buckets(): Bucket[] {
    return this.stores.buckets.list(this.projects());
  }

  /** All access keys of all projects. */
  accessKeys(): AccessKey[] {
    return this.stores.accessKeys.list(this.projects());
  }

  /** All objects of a bucket, without their bytes, ordered by key. Throws `not_found` for an unknown id. */
  objects(bucketId: string): StoredObject[] {
    this.#requireBucket(bucketId);
    return [...this.stores.objects.scan(bucketId, { key: '', inclusive: true })];
  }

  /** Counts the contents of a bucket: objects, unfinished uploads, and kinds of configuration. Of a bucket that is gone nothing is left. */
  contents(bucketId: string): { readonly objects: number; readonly uploads: number; readonly configurations: number } {
    const { objects, uploads } = this.stores;
    return {
      objects: objects.fill(bucketId)?.objects ?? 0,
      uploads: uploads.count(bucketId),
      configurations: CONFIGURATION_KINDS.filter((kind) => objects.configuration(bucketId, kind) !== undefined).length,
    };
  }

  /**
   * A secret's value as text: decrypted, and with the base64 of the request decoded once. Throws `invalid` for bytes that are no UTF-8, which a text
   * cannot hold: {@link secretBytes} has them.
   */
  secretValue(id: string): string {
    const bytes = this.secretBytes(id);
    if (isUtf8(bytes)) return Buffer.from(bytes).toString();
    const says = `The value of the secret ${JSON.stringify(id)} is no text in UTF-8: secretBytes(id) has its bytes.`;
    throw new DomainError('invalid', says);
  }

  /** The same as bytes, whatever they are. */
  secretBytes(id: string): Uint8Array {
    return this.stores.secrets.getValue(id);
  }

  pullSecretPassword(id: string): string {
    return this.stores.pullSecrets.getPassword(id);
  }

  /** Whether a secret has this value, given as text or bytes. Throws `not_found` for an unknown id. */
  secretMatches(id: string, value: string | Uint8Array): boolean {
    if (!this.stores.secrets.find(id)) throw notFound('secret', id);
    return isSame(this.secretBytes(id), value);
  }

  /** Whether a pull secret matches the guess. Throws `not_found` for an unknown id. */
  pullSecretMatches(id: string, { server, username, password }: PullSecretGuess): boolean {
    const found = this.stores.pullSecrets.find(id);
    if (!found) throw notFound('pull secret', id);
    // Compares every member, whatever the others yield: the time taken does not show which one differs.
    const same = [
      server === undefined || isSame(found.server, server),
      username === undefined || isSame(found.username, username),
      password === undefined || isSame(this.pullSecretPassword(id), password),
    ];
    return !same.includes(false);
  }

  /** An access key's secret half. Throws if it is not kept, because a storage cluster checks the signatures. */
  secretAccessKey(id: string): string {
    const found = this.findSecretAccessKey(id);
    if (found !== undefined) return found;
    const says = `The secret half of the access key ${JSON.stringify(id)} is not kept here.`;
    throw new DomainError('not_found', says, 'id');
  }

  /** The same; undefined: it is not kept. */
  findSecretAccessKey(id: string): string | undefined {
    return this.stores.accessKeys.findSecretAccessKey(id);
  }

  #requireBucket(id: string): void {
    if (this.stores.buckets.find(id)) return;
    const all = this.buckets().map((bucket) => `${bucket.id} (alias ${bucket.alias})`);
    const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
    const names = [...all.slice(0, MOST_NAMED), ...more].join(', ');
    const says = `There is no bucket with the id ${JSON.stringify(id)}. ${names === '' ? 'There are none' : `There are: ${names}`}.`;
    throw new DomainError('not_found', says, 'id');
  }
}

function notFound(kind: string, id: string): DomainError {
  return new DomainError('not_found', `There is no ${kind} with the id ${JSON.stringify(id)}.`, 'id');
}
