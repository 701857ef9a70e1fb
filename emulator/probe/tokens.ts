import { isDone } from './server';
import type { Session, Step } from './session';

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
  session.go();
  const response = await session.server.send('GET', '/secrets', undefined, token);
  const { status } = response;
  if (status === 401 || status === 403) session.findings.see('badToken', status, where);
  else session.findings.miss('badToken', `${where} returned ${status}`);
  session.seeError(response, where);
}

async function seeForeignProject(session: Session): Promise<void> {
  const { findings, prefix } = session;
  const where = 'a bucket for a made-up project';
  // The project stands for one of somebody else. If the server accepts it, the response contains the id to delete the bucket.
  const response = await session.createBucket({ projectId: `${prefix}nowhere`, description: `${prefix}nowhere` });
  const { status } = response;
  if (status === 403 || status === 404) findings.see('foreignProject', status, where);
  else findings.miss('foreignProject', isDone(response) ? `${where} was made` : `${where} returned ${status}`);
  session.seeError(response, where);
}
