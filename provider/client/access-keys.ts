import * as z from 'zod';
import {
  type AccessKeyRecord,
  accessKeyRecord,
  type CreatedAccessKeyRecord,
  createdAccessKeyRecord,
  type Permissions,
  routes,
} from '../../contract';
import { isInProject, permittedAs } from './as-listed';
import { Collection } from './collection';
import { attemptCreate, type Outcome, sendForRecord } from './creates/attempt';
import { type Creation, type Findings, type Lost, LostError, mayBeRetried, SENT_AGAIN } from './creates/lost-create';
import { ApiError, MalformedResponseError, RefusedError } from './errors/errors';
import { quoted, withIds } from './errors/with-ids';
import { withGrace } from './http/after-abort';
import type { Posting } from './http/posting';
import type { Requester } from './http/requester';
import { mayPass } from './http/retry';
import { type Listing, SETTLE_MS } from './lists/listing';
import { retrying, untilSettled } from './lists/settle';
import { type Call, limitsOf } from './settings';

export interface NewAccessKey {
  readonly projectId: string;
  /** Sent as given. Order and repetition mean nothing. */
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
}

export class AccessKeys extends Collection<AccessKeyRecord> {
  constructor(
    requester: Requester,
    /** True if this client created the bucket, which the key endpoints of the service may not know yet. */
    private readonly isFreshBucket: (bucketId: string) => boolean,
  ) {
    super(requester, 'listAccessKeys', accessKeyRecord, 'deleteAccessKey');
  }

  /**
   * Creates an access key and returns it with its secret half, which the service shows only once. A key whose response was lost is useless, but it
   * looks like any other key for the same buckets: it is deleted if it is certainly ours, and otherwise named in a warning (P2). Then another one is
   * created, up to `maxRetries` times and once at most after one was left, unless the response was whole: that would only recur. A failure that may
   * leave an unusable key which no warning names is a LostError or AmbiguousError.
   */
  async create(input: NewAccessKey, call: Call = {}): Promise<CreatedAccessKeyRecord> {
    const posting = await this.creates.begin(call);
    const creation = toCreation(input);
    // Named only at the end: until then one of them may still turn out to be the requested key (P36).
    const left = new Map<string, LeftKey>();
    const leave = (keys: readonly LeftKey[]) => {
      for (const key of keys) left.set(key.id, key);
    };
    let last: Lost<AccessKeyRecord> | undefined;
    let unseen: Lost<AccessKeyRecord> | undefined;
    try {
      for (let attempt = 0; ; attempt += 1) {
        let outcome: Outcome<AccessKeyRecord, CreatedAccessKeyRecord>;
        try {
          outcome = await attemptCreate(this.creates, creation, posting, () => this.post(input, posting, call));
        } catch (error) {
          throw unseen === undefined ? error : this.creates.search.lostError(unseen, SENT_AGAIN, error);
        }
        if ('made' in outcome) {
          // The service may have responded to the retry with the key of the first request.
          if (unseen !== undefined) leave(await this.creates.search.twins(unseen, call));
          left.delete(outcome.made.id);
          return outcome.made;
        }
        // A leftover key is reason enough not to create more.
        const mayRepeat = attempt < this.requester.settings.maxRetries && left.size === 0;
        last = outcome.lost;
        if (last.failure instanceof RefusedError)
          throw await this.creates.search.errorAfterRefusal(last, last.failure, call);
        const seen = await this.creates.search.search(last, call, (findings) =>
          this.decide(findings, findings.isLast || call.signal?.aborted === true),
        );
        if (seen === undefined) unseen = last;
        else if (seen.isOurs) await this.discard(seen.keys, last, call);
        else leave(seen.keys);
        if (!mayBeRetried(last) || call.signal?.aborted || !mayRepeat) throw this.giveUp(last, seen);
      }
    } finally {
      if (left.size > 0) {
        const commands = [...left.values()].map((key) => removalOf(key, this.requester.urlOf('listAccessKeys')));
        call.warn?.(withIds('Access key left over', left.keys()), [WHY_LEFT, ...commands].join('\n\n'));
      }
    }
  }

  /** Deletes a key for good: retries for 30 seconds, 5 to 30 more after an abort. One that is gone is a success. Of `call` only the signal counts. */
  async revoke(id: string, call: Call = {}): Promise<void> {
    await withGrace(this.requester, call.signal, (signal) => {
      const remove = () => this.deleteIfExists(id, { signal });
      const passes = (error: unknown) => !signal?.aborted && mayPass(error);
      return retrying(remove, passes, (attempt) =>
        untilSettled(this.requester, 'deleteAccessKey', attempt, SETTLE_MS, signal),
      );
    });
  }

  /** A list that begins now, unreadable records included: for callers that must not rely on an older one. */
  async listNow(call: Call = {}): Promise<Listing<AccessKeyRecord>> {
    const list = await this.shared.readAfter(undefined, limitsOf(call));
    this.shared.tell(list, call);
    return list;
  }

  /** Decides from a list whether a key with a lost secret half is certainly or possibly ours; undefined while a later list is to show more. */
  private decide(findings: Findings<AccessKeyRecord>, isTimeShort: boolean): Seen | undefined {
    if (this.creates.mode === 'sole_writer') {
      const found = this.creates.search.pickOne(findings);
      return found && { isOurs: true, keys: [found.record] };
    }
    const { lost, candidates } = findings;
    const ours = candidates.filter((one) => lost.received?.names(one));
    if (ours.length > 0) return { isOurs: true, keys: ours };
    if (this.creates.search.mayBeOdd(findings)) return undefined;
    // The first like key may be somebody else's, and ours may show later: they are named once the settle time is over, or after an abort at once.
    return candidates.length === 0 || !isTimeShort ? undefined : { isOurs: false, keys: candidates };
  }

  /** Sends the request, and retries while the key endpoint does not know a newly created bucket (P4). */
  private async post(input: NewAccessKey, posting: Posting, call: Call): Promise<CreatedAccessKeyRecord | undefined> {
    const { projectId, bucketIds, permissions } = input;
    const body = { project_id: projectId, bucket_ids: bucketIds, permissions };
    const parts = { body, ...limitsOf(call), posting };
    const send = () => sendForRecord(this.requester, 'createAccessKey', parts, usableKey);
    const lags = (error: unknown) =>
      error instanceof ApiError && (error.status === 404 || error.status === 409) && bucketIds.some(this.isFreshBucket);
    return retrying(send, lags, (attempt) =>
      untilSettled(this.requester, 'createAccessKey', attempt, call.settleMs ?? SETTLE_MS, call.signal),
    );
  }

  private async discard(keys: readonly AccessKeyRecord[], lost: Lost<AccessKeyRecord>, call: Call): Promise<void> {
    const { creation, posting } = lost;
    // With the same idempotency key, the service might return the deleted key.
    posting.renew();
    const ids = keys.map(({ id }) => id);
    try {
      for (const id of ids) await this.revoke(id, call);
    } catch (error) {
      const detail = `The response with its secret half was lost, so nobody can use it, and it could not be deleted. Delete it at the service.`;
      const subject = `access key ${quoted(ids)}, ${creation.subject}`;
      throw new LostError(routes.createAccessKey, subject, true, detail, error);
    }
    call.warn?.(
      withIds('An access key was made twice', ids),
      `The response to the first request was lost, and with it the key's secret half. That key, ${quoted(ids)}, has been deleted.`,
    );
  }

  private giveUp(lost: Lost<AccessKeyRecord>, seen: Seen | undefined): Error {
    const { creation, failure } = lost;
    if (failure === undefined) {
      const problem = 'no secret half where the interface shows it';
      const deleted = `${problem}, so the key was deleted again, and no other one was made`;
      if (seen?.isOurs) return new MalformedResponseError(routes.createAccessKey, deleted, false);
      const fate = seen
        ? `It may be ${quoted(seen.keys.map(({ id }) => id))}; the warning says how to delete it.`
        : 'It did not appear in the list; look for it at the service and delete it.';
      const detail = `The response holds ${problem}, so nobody can use the key. No other one was made. ${fate} Check base_url, and whether it is the service this provider is made for.`;
      return new LostError(routes.createAccessKey, creation.subject, true, detail);
    }
    if (seen === undefined) return this.creates.search.lostError(lost, 'It did not appear in the list.');
    if (seen.isOurs) return failure;
    const detail = `It may be ${quoted(seen.keys.map(({ id }) => id))}; the warning says how to delete it. ${failure.message}`;
    return new LostError(routes.createAccessKey, creation.subject, false, detail, failure);
  }
}

/** A key that a lost create may have made and that is kept, because it may be somebody else's. Of an unreadable record only the id is known. */
type LeftKey = Pick<AccessKeyRecord, 'id'> & Partial<AccessKeyRecord>;

const WHY_LEFT =
  'The response to the request for an access key was lost, and with it the secret half of any key that it created. Since then ' +
  'the list shows the keys below. They stay, because another pipeline may have created them at that moment and may be using ' +
  'them. If no pipeline did, nobody can use them: delete them. (With lost_creates = "sole_writer" the provider does that.)';

/** Names a key, with commands to copy that remove it. `url` is that of the collection. */
function removalOf({ id, access_key_id: keyId, bucket_ids: buckets = [] }: LeftKey, url: URL): string {
  const named = keyId === undefined ? '' : `access key id ${JSON.stringify(keyId)}, `;
  // A quote would end the quoted argument.
  const address = `${url.href}/${encodeURIComponent(id)}`.replaceAll("'", '%27');
  return `Access key ${JSON.stringify(id)} (${named}buckets ${quoted(buckets) || 'none'}):
  curl -X DELETE -H "Authorization: Bearer $COFFER_TOKEN" '${address}'
or, from Terraform 1.14 on, terraform apply -invoke=action.coffer_revoke_access_key.left_over with
  action "coffer_revoke_access_key" "left_over" {
    config {
      id = ${JSON.stringify(id)}
    }
  }`;
}

interface Seen {
  /** True if nobody else can have created them. */
  readonly isOurs: boolean;
  readonly keys: readonly AccessKeyRecord[];
}

const { id, secret_access_key, ...unessential } = createdAccessKeyRecord.shape;

/** A created key. An unreadable field other than the two essential ones becomes undefined, so that the key is not lost. */
const usableKey: z.ZodType<CreatedAccessKeyRecord> = z.object({
  id,
  secret_access_key,
  project_id: unessential.project_id.catch(undefined),
  access_key_id: unessential.access_key_id.catch(undefined),
  bucket_ids: unessential.bucket_ids.catch(undefined),
  permissions: unessential.permissions.catch(undefined),
  endpoint: unessential.endpoint.catch(undefined),
});

function toCreation({ projectId, bucketIds, permissions }: NewAccessKey): Creation<AccessKeyRecord> {
  const wanted = setOf(bucketIds);
  const { read, write, owner } = permissions;
  // Deleting the wrong key would be worse than losing one: a record without bucket ids never matches.
  const opens = (record: AccessKeyRecord) =>
    isInProject(record, projectId) && record.bucket_ids !== undefined && setOf(record.bucket_ids) === wanted;
  const isPart = ({ permissions: listed }: AccessKeyRecord) => permittedAs(permissions, listed) === 'part';
  return {
    operation: 'createAccessKey',
    subject: `access key for buckets ${quoted(new Set(bucketIds))} in project ${JSON.stringify(projectId)}`,
    content: JSON.stringify([projectId, wanted, read, write, owner]),
    matches: (record) => opens(record) && !isPart(record),
    // A service that changes permissions lists others.
    resembles: (record) => opens(record) && isPart(record),
  };
}

const setOf = (ids: readonly string[]) => JSON.stringify([...new Set(ids)].sort());
