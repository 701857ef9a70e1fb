import type { Knobs } from '../settings/knobs';
import { isDone, isObject, type ProbeResponse } from './server';
import { describe, idOf, mayHaveMade, type Session, type Step } from './session';

/** Finds out whether pull secrets can be listed, without making one. */
export const pullSecretApi: Step = {
  knobs: ['pullSecretApi'],

  async run(session) {
    session.go();
    const response = await session.server.send('GET', '/secrets/pull');
    const where = 'listing pull secrets';
    if (isDone(response)) session.findings.see('pullSecretApi', 'full', where);
    else if ([404, 405].includes(response.status)) session.findings.see('pullSecretApi', 'create_only', where);
    else session.findings.miss('pullSecretApi', `${where} returned ${describe(response)}`);
  },
};

/** Makes a pull secret. Runs only on request, because the interface has no operation to delete it. */
export const pullSecrets: Step = {
  knobs: ['pullSecretResponse'],

  async run(session) {
    const response = await createPullSecret(session);
    const value = responseOf(response);
    if (value) session.findings.see('pullSecretResponse', value, 'creating a pull secret');
    else session.findings.miss('pullSecretResponse', `creating a pull secret returned ${describe(response)}`);
  },
};

/** The reason why {@link pullSecrets} was not run. */
export const NOT_ASKED = 'a pull secret cannot be deleted, so none is made without --pull-secrets';

async function createPullSecret(session: Session): Promise<ProbeResponse> {
  session.go();
  const { made, prefix, server, projectId } = session;
  const host = `${prefix}registry.invalid`;
  const done = made.begin('pull secret', host);
  const body = { project_id: projectId, server: host, username: 'probe', password: 'probe' };
  const response = await server.send('POST', '/secrets/pull', body);
  done({ made: mayHaveMade(response), id: idIn(response) });
  return response;
}

/** The id, under any name that {@link responseOf} knows. */
function idIn(response: ProbeResponse): string | undefined {
  const { json } = response;
  if (typeof json === 'string') return json;
  if (isObject(json) && typeof json.pull_secret_id === 'string') return json.pull_secret_id;
  return idOf(response);
}

function responseOf(response: ProbeResponse): Knobs['pullSecretResponse'] | undefined {
  const { json } = response;
  if (isDone(response) && typeof json === 'string') return 'bare_id';
  if (!isDone(response) || !isObject(json)) return undefined;
  if (typeof json.pull_secret_id === 'string') return 'pull_secret_id';
  if (isObject(json.data)) return 'enveloped';
  if (typeof json.id !== 'string') return undefined;
  return Object.keys(json).length === 1 ? 'id' : 'record';
}
