import { isSame } from '../domain/compare';
import { DomainError } from '../domain/errors';
import { CONFIGURATION_KINDS, type StoredObject } from '../domain/objects/records';
import type { AccessKey, Bucket, PullSecret, Secret } from '../domain/records';
import type { Stores } from '../domain/service';

/** What to compare a pull secret with; every member given must match. */
export interface PullSecretGuess {
  readonly server?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Looks past the interface, for tests in this process only: what is stored, and the secret halves of it. */
export class Inspect {
  constructor(
    private readonly stores: Stores,
    private readonly projectIds: () => readonly string[],
  ) {}

  /** All projects. */
  projects(): readonly string[] {
    return this.projectIds();
  }

  /** All key/value secrets of all projects. */
  secrets(): Secret[] {
    return this.stores.secrets.list(this.projectIds());
  }

  /** All pull secrets of all projects. */
  pullSecrets(): PullSecret[] {
    return this.stores.pullSecrets.list(this.projectIds());
  }

  /** All buckets of all projects, with alias whether shown yet or not. */
  buckets(): Bucket[] {
    return this.stores.buckets.list(this.projectIds());
  }

  /** All access keys of all projects. */
  accessKeys(): AccessKey[] {
    return this.stores.accessKeys.list(this.projectIds());
  }

  /** All objects of a bucket, without their bytes, in the order of their keys. */
  objects(bucketId: string): StoredObject[] {
    return [...this.stores.objects.scan(bucketId, { key: '', inclusive: true })];
  }

  /** How much lies in a bucket: objects, unfinished uploads, and kinds of configuration. */
  contents(bucketId: string): { readonly objects: number; readonly uploads: number; readonly configurations: number } {
    const { objects, uploads } = this.stores;
    return {
      objects: objects.fill(bucketId)?.objects ?? 0,
      uploads: uploads.count(bucketId),
      configurations: CONFIGURATION_KINDS.filter((kind) => objects.configuration(bucketId, kind) !== undefined).length,
    };
  }

  /** A secret's value as text: decrypted, and with the base64 of the wire taken off once. */
  secretValue(id: string): string {
    return Buffer.from(this.secretBytes(id)).toString();
  }

  /** The same as bytes. */
  secretBytes(id: string): Uint8Array {
    return this.stores.secrets.getValue(id);
  }

  /** A pull secret's password. */
  pullSecretPassword(id: string): string {
    return this.stores.pullSecrets.getPassword(id);
  }

  /** Whether a secret's value is this one: text, or bytes. Throws `not_found` for an unknown id. */
  secretMatches(id: string, value: string | Uint8Array): boolean {
    if (!this.stores.secrets.find(id)) throw notFound('secret', id);
    return isSame(this.secretBytes(id), value);
  }

  /** Whether a pull secret is as given. Throws `not_found` for an unknown id. */
  pullSecretMatches(id: string, { server, username, password }: PullSecretGuess): boolean {
    const found = this.stores.pullSecrets.find(id);
    if (!found) throw notFound('pull secret', id);
    // Each is compared, whatever the others say: the time taken does not tell which one differs.
    const same = [
      server === undefined || isSame(found.server, server),
      username === undefined || isSame(found.username, username),
      password === undefined || isSame(this.pullSecretPassword(id), password),
    ];
    return !same.includes(false);
  }

  /** An access key's secret half. Throws where it is not kept, as a storage cluster checks signatures. */
  secretAccessKey(id: string): string {
    const found = this.findSecretAccessKey(id);
    if (found !== undefined) return found;
    throw new DomainError('not_found', `The secret half of the access key "${id}" is not kept here.`, 'id');
  }

  /** The same; undefined: it is not kept. */
  findSecretAccessKey(id: string): string | undefined {
    return this.stores.accessKeys.findSecretAccessKey(id);
  }
}

function notFound(kind: string, id: string): DomainError {
  return new DomainError('not_found', `There is no ${kind} with the id "${id}".`, 'id');
}
