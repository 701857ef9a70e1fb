import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { GarageCluster } from '../../../../scripts/garage/cluster';
import type { Dice } from '../../../support/dice';
import type { Chaos } from './chaos';
import type { ControlPlane, Reply } from './control-plane';
import type { KnownKey, Ledger } from './ledger';

/** What all clients share. */
export interface Stage {
  readonly cluster: GarageCluster;
  readonly plane: ControlPlane;
  readonly chaos: Chaos;
  readonly ledger: Ledger;
  readonly projectId: string;
  /** Whether revoked keys are tried for a while. Default: yes. */
  readonly isWatching?: boolean;
}

/** When the request was sent, and when its response had come. */
interface Revocation {
  readonly askedAt: number;
  readonly revokedAt: number;
}

const READ_WRITE = { read: true, write: true, owner: false };
/** For so long a revoked key is tried at every node: well beyond the limit. */
const WATCH_MS = 90_000;

/** The official SDK, at one node. */
export function s3At(cluster: GarageCluster, node: number, { accessKeyId, secretAccessKey }: KnownKey): S3Client {
  return new S3Client({
    endpoint: cluster.node(node).s3Url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    }),
  });
}

/** What a node responds to a key from its own copy; undefined: it does not respond. */
export function headStatus(s3: S3Client, bucket: string): Promise<number | undefined> {
  return s3.send(new HeadBucketCommand({ Bucket: bucket })).then(
    () => 200,
    (error: { $metadata?: { httpStatusCode?: number } }) => error.$metadata?.httpStatusCode,
  );
}

/** Creates, grants, writes, reads, revokes and deletes, again and again. */
export class StormClient {
  readonly watches: Promise<void>[] = [];

  constructor(
    private readonly name: string,
    private readonly dice: Dice,
    private readonly stage: Stage,
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    for (let round = 0; !isOver(); round++) await this.#round(round, isOver);
    await Promise.all(this.watches);
  }

  async #round(round: number, isOver: () => boolean): Promise<void> {
    const { plane, ledger, projectId } = this.stage;
    const description = `${this.name}-${round}`;
    const made = await plane.send('POST', '/s3/buckets', { project_id: projectId, max_size: 10_000_000, description });
    if (made?.status !== 201 && made?.status !== 200) return this.#pause('bucket not answered', made);
    ledger.count('bucket made');
    const id: string = made.json.id;
    const alias = made.json.alias ?? (await this.#aliasOf(id, isOver));
    if (alias === undefined) return;
    const key = await this.#makeKey(id, isOver);
    if (!key) return;
    for (let index = 0; index < 1 + this.dice.roll(4) && !isOver(); index++) {
      const name = `object-${index}`;
      const text = `${description} ${index} `.repeat(1 + this.dice.roll(2_000));
      if (await this.#put(key, alias, name, text)) ledger.wrote(id, name, text);
    }
    for (const [name, text] of ledger.objects.get(id) ?? []) await this.#check(key, alias, name, text);
    const isKept = this.dice.roll(2) === 0;
    if (!isKept && (await this.#empty(key, alias, id, isOver))) await this.#delete(id, isOver);
    await this.#revoke(key, alias, isOver);
  }

  async #aliasOf(id: string, isOver: () => boolean): Promise<string | undefined> {
    while (!isOver()) {
      const found = (await this.stage.plane.list('/s3/buckets')).find((bucket) => bucket.id === id);
      if (found?.alias && found.endpoint) return found.alias;
      if (!found) this.stage.ledger.violations.push(`bucket ${id} was answered and is gone`);
      if (!found) return undefined;
      await delay(500);
    }
    return undefined;
  }

  async #makeKey(bucketId: string, isOver: () => boolean): Promise<KnownKey | undefined> {
    const { plane, ledger, projectId } = this.stage;
    const body = { project_id: projectId, bucket_ids: [bucketId], permissions: READ_WRITE };
    while (!isOver()) {
      const made = await plane.send('POST', '/s3/keys', body);
      if (made?.status === 201 || made?.status === 200) {
        ledger.count('key made');
        const { id, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = made.json;
        return { id, accessKeyId, secretAccessKey };
      }
      await this.#pause('key not answered', made);
    }
    return undefined;
  }

  /** Whether it was acknowledged. An attempt that was not may have been carried out as well, and holds the same. */
  async #put(key: KnownKey, bucket: string, name: string, text: string): Promise<boolean> {
    const { ledger } = this.stage;
    for (let attempt = 0; attempt < 20; attempt++) {
      const put = new PutObjectCommand({ Bucket: bucket, Key: name, Body: text });
      if (await this.#isDone(key, (s3) => s3.send(put))) {
        ledger.count('object acknowledged');
        return true;
      }
      ledger.count('object not acknowledged');
      await delay(200 + this.dice.roll(500));
    }
    return false;
  }

  async #check(key: KnownKey, bucket: string, name: string, text: string): Promise<void> {
    const { ledger } = this.stage;
    for (let attempt = 0; attempt < 20; attempt++) {
      try {
        const get = new GetObjectCommand({ Bucket: bucket, Key: name });
        const read = await this.#at(key, async (s3) => (await s3.send(get)).Body?.transformToString());
        if (read !== text) ledger.violations.push(`${bucket}/${name} has other bytes than were acknowledged`);
        ledger.count('object read');
        return;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') ledger.violations.push(`${bucket}/${name} is missing`);
        await delay(200 + this.dice.roll(300));
      }
    }
  }

  async #empty(key: KnownKey, bucket: string, id: string, isOver: () => boolean): Promise<boolean> {
    const { ledger } = this.stage;
    const names = [...(ledger.objects.get(id)?.keys() ?? [])];
    for (const name of names) {
      // From the first attempt on it may be gone.
      ledger.objects.get(id)?.delete(name);
      const remove = new DeleteObjectCommand({ Bucket: bucket, Key: name });
      while (!(await this.#isDone(key, (s3) => s3.send(remove)))) {
        if (isOver()) return false;
        await delay(300);
      }
    }
    return true;
  }

  async #delete(id: string, isOver: () => boolean): Promise<void> {
    const { plane, ledger } = this.stage;
    while (!isOver()) {
      const deleted = await plane.send('DELETE', `/s3/buckets/${id}`);
      if (deleted?.status === 204 || deleted?.status === 404) return ledger.count('bucket deleted');
      // An object whose PUT was not acknowledged.
      if (deleted?.status === 409) return ledger.count('bucket not empty');
      await this.#pause('deletion not answered', deleted);
    }
  }

  async #revoke(key: KnownKey, bucket: string, isOver: () => boolean): Promise<void> {
    const { plane, ledger, chaos, isWatching = true } = this.stage;
    while (!isOver()) {
      const askedAt = Date.now();
      const deleted = await plane.send('DELETE', `/s3/keys/${key.id}`);
      if (deleted?.status === 204) {
        ledger.count('key revoked');
        ledger.revoked.push({ key, bucket });
        const isWatched = this.dice.roll(3) === 0 || ledger.counts['revocation watched'] === undefined;
        if (isWatching && (isWatched || chaos.isCalmSince(askedAt))) {
          ledger.count('revocation watched');
          this.watches.push(this.#watch(key, bucket, { askedAt, revokedAt: Date.now() }));
        }
        return;
      }
      if (deleted?.status === 404) return ledger.count('key revoked by a request without a response');
      await this.#pause('revocation not answered', deleted);
    }
  }

  /** Tries a revoked key at every node, by what a node responds from its own copy. */
  async #watch(key: KnownKey, bucket: string, { askedAt: since, revokedAt }: Revocation): Promise<void> {
    const { cluster, ledger, chaos } = this.stage;
    await Promise.all(
      cluster.nodes.map(async (_, index) => {
        const s3 = s3At(cluster, index, key);
        const name = `node ${index + 1}`;
        while (Date.now() < revokedAt + WATCH_MS) {
          const askedAt = Date.now();
          const status = await headStatus(s3, bucket);
          const isAccepted = status === 200;
          const stayedUp = chaos.isCalmSince(since);
          if (isAccepted) {
            const backAt = chaos.wholeAt.get(name) ?? 0;
            const { latestMs } = ledger;
            latestMs.always = Math.max(latestMs.always, askedAt - revokedAt);
            const afterReturnMs = askedAt - Math.max(revokedAt, backAt);
            if (afterReturnMs > latestMs.afterReturn) {
              latestMs.afterReturn = afterReturnMs;
              ledger.latestAt = `${name}, after a ${chaos.lastOf(name)}`;
            }
            if (stayedUp) latestMs.onNodesThatStayedUp = Math.max(latestMs.onNodesThatStayedUp, askedAt - revokedAt);
          }
          const outcome = isAccepted ? 'accepted' : status === 403 ? 'refused' : 'without a response';
          ledger.count(`revoked key ${outcome}${stayedUp ? ' by a node that stayed up' : ''}`);
          await delay(isAccepted ? 100 : 2_000);
        }
        s3.destroy();
      }),
    );
  }

  #isDone(key: KnownKey, use: (s3: S3Client) => Promise<unknown>): Promise<boolean> {
    return this.#at(key, use).then(
      () => true,
      () => false,
    );
  }

  async #at<T>(key: KnownKey, use: (s3: S3Client) => Promise<T>): Promise<T> {
    const s3 = s3At(this.stage.cluster, this.dice.roll(this.stage.cluster.nodes.length), key);
    try {
      return await use(s3);
    } finally {
      s3.destroy();
    }
  }

  async #pause(what: string, reply: Reply | undefined): Promise<void> {
    this.stage.ledger.count(`${what} (${reply?.status ?? 'no response'})`);
    await delay(300 + this.dice.roll(700));
  }
}
