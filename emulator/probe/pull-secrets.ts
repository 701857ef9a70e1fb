import { type Answer, isDone, isObject } from './server';
import { describe, idOf, mayHaveMade, type Session, type Step } from './session';

/** Whether pull secrets can be listed: asked without making any. */
export const pullSecretApi: Step = {
  knobs: ['pullSecretApi'],

  async run(session) {
    session.go();
    const answer = await session.server.send('GET', '/secrets/pull');
    const where = 'listing pull secrets';
    if (isDone(answer)) session.findings.see('pullSecretApi', 'full', where);
    else if ([404, 405].includes(answer.status)) session.findings.see('pullSecretApi', 'create_only', where);
    else session.findings.miss('pullSecretApi', `${where} was answered ${describe(answer)}`);
  },
};

/** A pull secret. The interface has no way to delete it, so this is run only when asked for. */
export const pullSecrets: Step = {
  knobs: ['pullSecretAnswer'],

  async run(session) {
    const answer = await createPullSecret(session);
    const reading = answerOf(answer);
    if (reading) session.findings.see('pullSecretAnswer', reading, 'creating a pull secret');
    else session.findings.miss('pullSecretAnswer', `creating a pull secret was answered ${describe(answer)}`);
  },
};

/** Why {@link pullSecrets} was not run. */
export const NOT_ASKED = 'a pull secret cannot be deleted, so none is made without --pull-secrets';

async function createPullSecret(session: Session): Promise<Answer> {
  session.go();
  const { made, prefix, server, projectId } = session;
  const host = `${prefix}registry.invalid`;
  const done = made.begin('pull secret', host);
  const body = { project_id: projectId, server: host, username: 'probe', password: 'probe' };
  const answer = await server.send('POST', '/secrets/pull', body);
  done({ made: mayHaveMade(answer), id: idOf(answer) });
  return answer;
}

function answerOf(answer: Answer): 'record' | 'id' | 'enveloped' | undefined {
  const { json } = answer;
  if (!isDone(answer) || !isObject(json)) return undefined;
  if (isObject(json.data)) return 'enveloped';
  if (typeof json.id !== 'string') return undefined;
  return Object.keys(json).length === 1 ? 'id' : 'record';
}
