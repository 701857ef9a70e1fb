import { randomUUID } from 'node:crypto';
import { describe, idOf, type Step } from './session';

/** Sends two creates with the same `Idempotency-Key`, to see whether they make two buckets or one. */
export const idempotency: Step = {
  knobs: ['idempotencyKeys'],

  async run(session) {
    const idempotencyKey = randomUUID();
    const wanted = { idempotencyKey, description: `${session.prefix}idempotency` };
    const first = idOf(await session.createBucket(wanted));
    const response = await session.createBucket(wanted);
    const second = idOf(response);
    const where = 'a second bucket with the Idempotency-Key of the first';
    if (first === undefined || second === undefined) {
      session.findings.miss('idempotencyKeys', `${where} returned ${describe(response)}`);
    } else session.findings.see('idempotencyKeys', first === second ? 'replayed' : 'ignored', where);
  },
};
