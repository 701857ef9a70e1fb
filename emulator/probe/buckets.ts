import type { Knobs } from '../settings/knobs';
import type { JsonObject } from './server';
import { describe, idOf, type Session, type Step } from './session';

/** Observes a bucket without a description from its creation until it shows alias and endpoint. */
export const buckets: Step = {
  knobs: ['createStatus', 'unsettled', 'noDescription', 'timestamps'],

  async run(session) {
    const created = await session.createBucket();
    if (created.status === 200 || created.status === 201) {
      session.findings.see('createStatus', created.status, 'creating a bucket');
    } else session.findings.miss('createStatus', `creating a bucket returned ${describe(created)}`);
    const id = idOf(created);
    const bucket = id === undefined ? undefined : await seeSettling(session, id);
    session.seesItsOwn = bucket !== undefined;
    if (bucket === undefined) {
      session.findings.missRest(this.knobs, 'no list showed the bucket that was made');
      return;
    }
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
  if (settled) session.settle(lists);
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
  if (typeof created_at !== 'number') findings.miss('timestamps', 'a listed bucket has no number in created_at');
  else {
    const value = created_at < LARGEST_SECONDS ? 'seconds' : 'milliseconds';
    findings.see('timestamps', value, 'created_at of a listed bucket');
  }
}
