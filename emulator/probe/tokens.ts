import { isDone } from './server';
import { type Session, type Step, statusOf } from './session';

/** Provokes error responses: for a missing token, an unknown token, and a project that the token may not use. */
export const tokens: Step = {
  knobs: ['badToken', 'errorBody', 'foreignProject'],

  async run(session) {
    await seeBadToken(session, null, 'a request without a token');
    await seeBadToken(session, `${session.prefix}nobody`, 'a request with an unknown token');
    await seeForeignProject(session);
  },
};

async function seeBadToken(session: Session, token: string | null, where: string): Promise<void> {
  const response = await session.send('GET', '/secrets', undefined, token);
  const value = statusOf(response, 401, 403);
  if (value) session.findings.see('badToken', value, where);
  else session.findings.miss('badToken', `${where} returned ${response.status}`);
  session.seeError(response, where);
}

async function seeForeignProject(session: Session): Promise<void> {
  const { findings, prefix } = session;
  const where = 'a bucket for a made-up project';
  // The made-up project takes the place of one that the token may not use. If the server accepts it, the response has the id, by which the bucket is deleted.
  const response = await session.createBucket({ projectId: `${prefix}nowhere`, description: `${prefix}nowhere` });
  const value = statusOf(response, 403, 404);
  const says = isDone(response) ? 'was made' : `returned ${response.status}`;
  if (value) findings.see('foreignProject', value, where);
  else findings.miss('foreignProject', `${where} ${says}`);
  session.seeError(response, where);
}
