import { isDone, isObject, type ProbeResponse } from './server';
import { describe, idOf, type Session, type Step } from './session';

/** Deletes a bucket twice, to see the response to a delete, and to a delete of an unknown id. */
export const deletes: Step = {
  knobs: ['deleteResponse', 'deleteUnknown'],

  async run(session) {
    const { findings, made, prefix } = session;
    const id = idOf(await session.createBucket({ description: `${prefix}deleted` }));
    if (id === undefined) return findings.missRest(this.knobs, 'no bucket to delete could be made');

    const first = await remove(session, id);
    if (!isDone(first)) return findings.missRest(this.knobs, `deleting a bucket returned ${first.status}`);
    made.gone(id);
    const value = deleteResponseOf(first);
    if (value) findings.see('deleteResponse', value, 'deleting a bucket');
    else findings.miss('deleteResponse', `deleting a bucket returned ${describe(first)}`);

    const second = await remove(session, id);
    const where = 'deleting a bucket that is gone';
    if (second.status === 404 || second.status === 204) findings.see('deleteUnknown', second.status, where);
    else findings.miss('deleteUnknown', `${where} returned ${describe(second)}`);
    session.seeError(second, where);
  },
};

function remove(session: Session, id: string): Promise<ProbeResponse> {
  session.go();
  return session.server.send('DELETE', `/s3/buckets/${encodeURIComponent(id)}`);
}

function deleteResponseOf({ status, text, json }: ProbeResponse): 'no_content' | 'empty' | 'enveloped' | undefined {
  if (status === 204) return 'no_content';
  if (status !== 200) return undefined;
  if (text === '') return 'empty';
  return isObject(json) && 'data' in json ? 'enveloped' : undefined;
}
