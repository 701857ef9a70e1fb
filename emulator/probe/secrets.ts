import { isRecord } from '../domain/members';
import type { Knobs } from '../settings/knobs';
import { idOf, isDone, type List, type ProbeResponse } from './server';
import { describe, type Session, type Step } from './session';

/** Makes, lists and renames a key/value secret, and makes another one with its name. */
export const secrets: Step = {
  knobs: ['createStatus', 'writeResponse', 'secretFields', 'takenName', 'unknownFields'],

  async run(session) {
    const { findings, prefix } = session;
    const created = await session.createSecret('one');
    session.seeWrite(created, 'creating a secret');
    if (!isDone(created)) return findings.missRest(this.knobs, `creating a secret returned ${describe(created)}`);
    if (created.status === 200 || created.status === 201) {
      findings.see('createStatus', created.status, 'creating a secret');
    } else findings.miss('createStatus', `creating a secret returned ${created.status}`);

    const listed = await session.poll('/secrets', (items) => items.find(({ name }) => name === `${prefix}one`));
    if (!listed) return findings.missRest(this.knobs, 'no list showed the secret that was made');
    const fields = 'project_id' in listed ? 'with_project' : 'id_name';
    findings.see('secretFields', fields, 'a listed secret');

    await seeTakenName(session, listed.id);
    if (typeof listed.id === 'string') await seeUpdate(session, listed.id);
  },
};

async function seeUpdate(session: Session, id: string): Promise<void> {
  const value = Buffer.from('probe again').toString('base64');
  const body = { id, name: `${session.prefix}one`, value };
  session.seeWrite(await session.send('PUT', '/secrets', body), 'updating a secret');

  const response = await session.server.send('PUT', '/secrets', { ...body, not_a_field: true });
  const refused = [200, 400, 422].includes(response.status) ? 'refuse' : undefined;
  const where = 'updating a secret with a field that there is not';
  session.note('unknownFields', isDone(response) ? 'ignore' : refused, where, response);
  session.seeError(response, where);
}

/** @param first the id of the first secret of the name */
async function seeTakenName(session: Session, first: unknown): Promise<void> {
  const again = await session.createSecret('one');
  const refused = again.status === 409 || again.status === 200 ? 'conflict' : undefined;
  const where = 'a second secret of one name';
  const accepted = typeof first === 'string' && idOf(again) === first ? 'overwrite' : 'accept';
  session.note('takenName', isDone(again) ? accepted : refused, where, again);
  session.seeError(again, where);
}

/** Makes secrets until a list has a second page, or the limit is reached, to see the form of lists and their pages. */
export const pages: Step = {
  knobs: ['listShape', 'pageSize'],

  async run(session) {
    const { findings, limits } = session;
    let list = await session.list('/secrets');
    let reason: string | undefined;
    for (let made = 0; list.next === undefined && reason === undefined && made < limits.objects; ) {
      // Doubles the number each time, which takes few lists and not many more secrets than necessary.
      const goal = Math.min(Math.max(2, 2 * made), limits.objects);
      for (; made < goal && reason === undefined; made += 1) {
        if (!isDone(await session.createSecret(`page-${made}`))) reason = 'a secret was refused';
      }
      if (reason === undefined) list = await session.list('/secrets');
    }
    if (list.next) findings.see('pageSize', list.firstLength, 'a list with a second page');
    else findings.miss('pageSize', reason ?? `one page held all objects: ${list.firstLength}`);
    const shape = shapeOf(list);
    if (shape) findings.see('listShape', shape, list.next ? 'a list with a second page' : 'a list of one page');
    else findings.miss('listShape', `a list came in another form (${describe(list.first)})`);
  },
};

function shapeOf({ first: { json }, next }: List): Knobs['listShape'] | undefined {
  if (Array.isArray(json)) return next === 'link' ? 'array_link' : 'array';
  if (!isRecord(json)) return undefined;
  if (Array.isArray(json.secrets)) return 'envelope_named';
  if (!Array.isArray(json.data)) return undefined;
  if (typeof json.total_pages === 'number') return 'envelope_pages';
  if (next === 'link') return 'envelope_link';
  return 'next_cursor' in json ? 'envelope_cursor' : 'envelope';
}

/** Finds out whether pull secrets can be listed, without making one. */
export const pullSecretApi: Step = {
  knobs: ['pullSecretApi'],

  async run(session) {
    const response = await session.send('GET', '/secrets/pull');
    const refused = [404, 405].includes(response.status) ? 'create_only' : undefined;
    session.note('pullSecretApi', isDone(response) ? 'full' : refused, 'listing pull secrets', response);
  },
};

/** The reason why {@link pullSecrets} was not run. */
export const NOT_ASKED = 'a pull secret cannot be deleted, so none is made without --pull-secrets';

/** Makes a pull secret. Runs only on request, because the interface has no operation to delete it. */
export const pullSecrets: Step = {
  knobs: ['pullSecretResponse'],

  async run(session) {
    const server = `${session.prefix}registry.invalid`;
    const body = { project_id: session.projectId, server, username: 'probe', password: 'probe' };
    const response = await session.create('pull secret', server, body, { idIn });
    session.note('pullSecretResponse', responseOf(response), 'creating a pull secret', response);
  },
};

/** The id, under any name that {@link responseOf} knows. */
function idIn(response: ProbeResponse): string | undefined {
  const { json } = response;
  if (typeof json === 'string') return json;
  if (isRecord(json) && typeof json.pull_secret_id === 'string') return json.pull_secret_id;
  return idOf(response);
}

function responseOf(response: ProbeResponse): Knobs['pullSecretResponse'] | undefined {
  const { json } = response;
  if (!isDone(response)) return undefined;
  if (typeof json === 'string') return 'bare_id';
  if (!isRecord(json)) return undefined;
  if (typeof json.pull_secret_id === 'string') return 'pull_secret_id';
  if (isRecord(json.data)) return 'enveloped';
  if (typeof json.id !== 'string') return undefined;
  return Object.keys(json).length === 1 ? 'id' : 'record';
}
