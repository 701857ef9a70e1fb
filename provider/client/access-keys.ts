import {
  type AccessKeyRecord,
  accessKeyRecord,
  type CreatedAccessKeyRecord,
  createdAccessKeyRecord,
  type Permissions,
  routes,
} from '../../contract';
import { deleteIfExists, sendForRecord, sharedListOf } from './collection';
import { ApiError, CancelledError, LostError } from './errors';
import { isInProject } from './in-project';
import { type Creation, type Lost, type Outcome, Reconciler, SENT_AGAIN } from './reconcile';
import type { Requester } from './requester';
import type { Call } from './settings';
import { SETTLE_MS, untilSettled, withPatience } from './settle';
import type { SharedList } from './shared-list';

/** An access key to make. */
export interface NewAccessKey {
  readonly projectId: string;
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
}

/** How long a cancelled call may still take to delete a key that nobody can use, in milliseconds. */
const GRACE_MS = 5_000;

/** Access keys: `/s3/keys`. */
export class AccessKeys {
  private readonly shared: SharedList<AccessKeyRecord>;
  private readonly reconciler: Reconciler<AccessKeyRecord>;

  constructor(
    private readonly requester: Requester,
    /** Tells whether this process has made a bucket, which the keys' part of the service may not know yet. */
    private readonly isFreshBucket: (bucketId: string) => boolean,
  ) {
    this.shared = sharedListOf(requester, 'listAccessKeys', accessKeyRecord);
    this.reconciler = new Reconciler(requester, this.shared, 'listAccessKeys');
  }

  /**
   * Makes an access key and returns it with its secret half, which is shown this once. A key whose answer was lost is of no
   * use to anyone: it is looked for and deleted, with a warning, and another one is made (SEMANTICS P2).
   */
  async create(input: NewAccessKey, call: Call = {}): Promise<CreatedAccessKeyRecord> {
    const before = await this.reconciler.before(call);
    const creation = toCreation(input);
    let unseen: Lost<AccessKeyRecord> | undefined;
    for (let attempt = 0; ; attempt += 1) {
      let outcome: Outcome<AccessKeyRecord, CreatedAccessKeyRecord>;
      try {
        outcome = await this.reconciler.attempt(creation, before, () => this.post(input, call));
      } catch (error) {
        throw unseen === undefined ? error : this.reconciler.lostError(unseen, SENT_AGAIN, error);
      }
      if ('made' in outcome) {
        if (unseen !== undefined) await this.reconciler.warnOfTwins(unseen, call);
        return outcome.made;
      }
      const { lost } = outcome;
      const orphan = await this.reconciler.search(lost, call);
      if (orphan === undefined) unseen = lost;
      else await this.discard(orphan, lost, call);
      if (call.signal?.aborted || attempt >= this.requester.settings.maxRetries) throw this.giveUp(lost, orphan);
    }
  }

  /** Deletes an access key, which ends its access at once; one that is gone already is a success. */
  deleteIfExists(id: string, call: Call = {}): Promise<void> {
    return deleteIfExists(this.requester, this.shared, 'deleteAccessKey', id, call);
  }

  /**
   * Deletes an access key that nobody would ask to delete again: a failure that may pass is met with patience, and a cancelled
   * call still gets a few seconds. One that is gone already is a success.
   */
  async revoke(id: string, call: Call = {}): Promise<void> {
    const revokeWithin = (signal: AbortSignal | undefined) =>
      withPatience(this.requester, 'deleteAccessKey', () => this.deleteIfExists(id, { signal }), signal);
    try {
      if (!call.signal?.aborted) return await revokeWithin(call.signal);
    } catch (error) {
      if (!call.signal?.aborted) throw error;
    }
    await revokeWithin(AbortSignal.timeout(GRACE_MS));
  }

  /** The access key as listed, without its secret half, or undefined when two lists in a row do not have it. */
  find(id: string, call: Call = {}): Promise<AccessKeyRecord | undefined> {
    return this.shared.find(id, call.signal);
  }

  /** The access keys that match; none only when two lists in a row have none. */
  search(matches: (record: AccessKeyRecord) => boolean, call: Call = {}): Promise<readonly AccessKeyRecord[]> {
    return this.shared.search(matches, call.signal);
  }

  /** Every access key that the token sees, of whatever project, without their secret halves. */
  async list(call: Call = {}): Promise<readonly AccessKeyRecord[]> {
    return (await this.shared.read(call.signal)).records;
  }

  /** Sends the request, again while a bucket that was just made is not yet known there (P4). */
  private async post(input: NewAccessKey, call: Call): Promise<CreatedAccessKeyRecord | undefined> {
    const { projectId, bucketIds, permissions } = input;
    let refusal: unknown;
    const send = async (): Promise<{ record: CreatedAccessKeyRecord | undefined } | undefined> => {
      try {
        const body = { project_id: projectId, bucket_ids: bucketIds, permissions };
        const record = await sendForRecord(
          this.requester,
          'createAccessKey',
          { body, signal: call.signal },
          createdAccessKeyRecord,
        );
        return { record };
      } catch (error) {
        const lags = error instanceof ApiError && (error.status === 404 || error.status === 409);
        if (!lags || !bucketIds.some(this.isFreshBucket)) throw error;
        refusal = error;
        return undefined;
      }
    };
    const settled = await untilSettled(this.requester, 'createAccessKey', send, SETTLE_MS, call.signal);
    if (settled === undefined) throw refusal;
    return settled.record;
  }

  /** Deletes a key whose secret half was lost on its way. */
  private async discard(id: string, lost: Lost<AccessKeyRecord>, call: Call): Promise<void> {
    try {
      await this.revoke(id, call);
    } catch (error) {
      const { method, path } = routes.createAccessKey;
      const detail = `The answer with its secret half was lost, so nobody can use it, and it could not be deleted. Delete it at the service.`;
      const subject = `access key ${JSON.stringify(id)}, ${lost.creation.subject}`;
      throw new LostError(method, path, subject, true, detail, error);
    }
    call.warn?.(
      'An access key was made twice',
      `The answer to the first request was lost, and with it the key's secret half. That key, ${JSON.stringify(id)}, has been deleted.`,
    );
  }

  private giveUp(lost: Lost<AccessKeyRecord>, orphan: string | undefined): Error {
    if (orphan === undefined) return this.reconciler.lostError(lost, 'It did not appear in the list.');
    const { method, path } = routes.createAccessKey;
    const nothingLeft = 'while it was on its way; the key it made has been deleted again';
    return lost.failure ?? new CancelledError(method, path, true, nothingLeft);
  }
}

function toCreation({ projectId, bucketIds, permissions }: NewAccessKey): Creation<AccessKeyRecord> {
  const wanted = setOf(bucketIds);
  const { read, write, owner } = permissions;
  return {
    operation: 'createAccessKey',
    subject: `access key for buckets ${[...new Set(bucketIds)].map((id) => JSON.stringify(id)).join(', ')} in project ${JSON.stringify(projectId)}`,
    group: JSON.stringify([projectId, wanted, read, write, owner]),
    // Deleting the wrong key would be worse than losing one: what the list does not show is no match.
    matches: (record) =>
      isInProject(record, projectId) &&
      record.bucket_ids !== undefined &&
      setOf(record.bucket_ids) === wanted &&
      (record.permissions?.read ?? false) === read &&
      (record.permissions?.write ?? false) === write &&
      (record.permissions?.owner ?? false) === owner,
  };
}

const setOf = (ids: readonly string[]) => JSON.stringify([...new Set(ids)].sort());
