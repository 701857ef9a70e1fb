import { randomUUID } from 'node:crypto';
import { isRecord } from '../domain/members';
import type { Knobs } from '../settings/knobs';
import { idOf, isDone, type JsonObject, type ProbeResponse } from './server';
import { type Session, type Step, statusOf } from './session';

/** Observes a bucket without a description from its creation until it shows alias and endpoint. */
export const buckets: Step = {
  knobs: ['createStatus', 'unsettled', 'noDescription', 'timestamps'],

  async run(session) {
    const created = await session.createBucket();
    session.note('createStatus', statusOf(created, 200, 201), 'creating a bucket', created);
    const id = idOf(created);
    const bucket = id === undefined ? undefined : await seeSettling(session, id);
    session.seesItsOwn = bucket !== undefined;
    if (!bucket) return session.findings.missRest(this.knobs, 'no list showed the bucket that was made');
    seeDescription(session, bucket);
    seeTimestamps(session, bucket);
  },
};

const MISSING = new Map<unknown, 'absent' | 'null' | 'empty'>([
  [undefined, 'absent'],
  [null, 'null'],
  ['', 'empty'],
]);

/** The bucket in the last list that shows it; undefined if none does. */
async function seeSettling(session: Session, id: string): Promise<JsonObject | undefined> {
  const { findings } = session;
  let lists = 0;
  let last: JsonObject | undefined;
  let value: Knobs['unsettled'] | undefined;
  const settled = await session.poll('/s3/buckets', (items) => {
    const bucket = items.find((item) => item.id === id);
    last = bucket ?? last;
    // A bucket that is not in a list counts as hidden only until one shows it without its alias.
    const missing = bucket ? MISSING.get(bucket.alias) : 'hidden';
    if (missing === undefined) return bucket;
    lists += 1;
    value = missing === 'hidden' ? (value ?? missing) : missing;
    return undefined;
  });
  if (settled) session.settledAfter = lists;
  if (value === undefined) findings.miss('unsettled', 'alias and endpoint were there at once');
  else if (settled || value !== 'hidden') findings.see('unsettled', value, 'a list right after creating a bucket');
  else findings.miss('unsettled', 'no list showed the bucket that was made');
  return last;
}

function seeDescription({ findings }: Session, { description }: JsonObject): void {
  const value = MISSING.get(description);
  if (value) findings.see('noDescription', value, 'a listed bucket without a description');
  else findings.miss('noDescription', 'a bucket without a description is listed with one');
}

/** The largest number that is taken for seconds since 1970, in the year 5138. As milliseconds it would be in 1973. */
const LARGEST_SECONDS = 1e11;

function seeTimestamps({ findings }: Session, { created_at }: JsonObject): void {
  if (typeof created_at === 'number') {
    const value = created_at < LARGEST_SECONDS ? 'seconds' : 'milliseconds';
    findings.see('timestamps', value, 'created_at of a listed bucket');
  } else findings.miss('timestamps', 'a listed bucket has no number in created_at');
}

/** Sends two creates with the same `Idempotency-Key`, to see whether they make two buckets or one. */
export const idempotency: Step = {
  knobs: ['idempotencyKeys'],

  async run(session) {
    const wanted = { idempotencyKey: randomUUID(), description: `${session.prefix}idempotency` };
    const first = idOf(await session.createBucket(wanted));
    const response = await session.createBucket(wanted);
    const second = idOf(response);
    const value = first === second ? 'replayed' : 'ignored';
    const isKnown = first !== undefined && second !== undefined;
    const where = 'a second bucket with the Idempotency-Key of the first';
    session.note('idempotencyKeys', isKnown ? value : undefined, where, response);
  },
};

/** Makes a bucket in a second project, to see whether a list covers all projects of the token. */
export const scope: Step = {
  knobs: ['listScope'],

  async run(session) {
    const { findings, prefix } = session;
    const [projectId] = session.otherProjects;
    if (projectId === undefined) {
      return findings.miss('listScope', 'it takes a second --project that the token may use');
    }
    const id = idOf(await session.createBucket({ projectId, description: `${prefix}elsewhere` }));
    if (id === undefined) return findings.miss('listScope', 'no bucket could be made in the second project');
    const found = await session.poll('/s3/buckets', (items) => items.some((item) => item.id === id) || undefined);
    findings.see('listScope', found ? 'token' : 'project', 'lists after creating a bucket in a second project');
  },
};

/** Deletes a bucket twice, to see the response to a delete, and to a delete of an unknown id. */
export const deletes: Step = {
  knobs: ['deleteResponse', 'deleteUnknown'],

  async run(session) {
    const { findings, made, prefix } = session;
    const id = idOf(await session.createBucket({ description: `${prefix}deleted` }));
    if (id === undefined) return findings.missRest(this.knobs, 'no bucket to delete could be made');
    const remove = () => session.send('DELETE', `/s3/buckets/${encodeURIComponent(id)}`);
    const first = await remove();
    if (!isDone(first)) return findings.missRest(this.knobs, `deleting a bucket returned ${first.status}`);
    made.gone('bucket', id);
    session.note('deleteResponse', deleteResponseOf(first), 'deleting a bucket', first);
    const second = await remove();
    const where = 'deleting a bucket that is gone';
    session.note('deleteUnknown', statusOf(second, 404, 204), where, second);
    session.seeError(second, where);
  },
};

function deleteResponseOf({ status, text, json }: ProbeResponse): Knobs['deleteResponse'] | undefined {
  if (status === 204) return 'no_content';
  if (status !== 200) return undefined;
  if (text === '') return 'empty';
  return isRecord(json) && 'data' in json ? 'enveloped' : undefined;
}

/** Updates a bucket without a description, with `""` and with null, to see which of them clear the description. */
export const descriptions: Step = {
  knobs: ['omittedDescription', 'clearsDescription'],

  async run(session) {
    const { findings, prefix } = session;
    const description = `${prefix}described`;
    const id = idOf(await session.createBucket({ description }));
    if (id === undefined) return findings.missRest(this.knobs, 'no bucket with a description could be made');
    let size = 1;
    /** Sends an update with a new size, by which a list shows that it contains the update. */
    const update = async (change: Change) => {
      const response = await session.send('PUT', '/s3/buckets', { id, max_size: size + 1, ...change });
      session.seeWrite(response, 'updating a bucket');
      if (isDone(response)) size += 1;
      return isDone(response);
    };
    /** True if this update clears the description; a text with the reason if that is unknown. */
    const clears = async (change: Change) => {
      if (!(await update({ description }))) return 'setting a description was refused';
      const isAccepted = await update(change);
      // A server that refuses the update does not clear the description.
      if (!isAccepted) return 'description' in change ? false : `${inWords(change)} was refused`;
      const isUpdated = (item: JsonObject) => item.id === id && item.max_size === size;
      const found = await session.poll('/s3/buckets', (items) => items.find(isUpdated));
      return found ? found.description !== description : `no list showed ${inWords(change)}`;
    };

    const omitted = await clears({});
    if (typeof omitted === 'boolean') {
      findings.see('omittedDescription', omitted ? 'clear' : 'keep', 'an update without description');
    } else findings.miss('omittedDescription', omitted);

    const [byEmpty, byNull] = [await clears({ description: '' }), await clears({ description: null })];
    const unclear = [byEmpty, byNull].find((outcome) => typeof outcome === 'string');
    if (unclear !== undefined) findings.miss('clearsDescription', unclear);
    else {
      const value = byEmpty ? (byNull ? 'both' : 'empty') : byNull ? 'null' : 'neither';
      findings.see('clearsDescription', value, 'updates with "" and with null');
    }
  },
};

type Change = { readonly description?: string | null };
const inWords = ({ description }: Change) =>
  `an update ${description === undefined ? 'without description' : `with the description ${JSON.stringify(description)}`}`;
