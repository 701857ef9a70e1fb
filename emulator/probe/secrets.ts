import { isDone } from './server';
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

    await seeTakenName(session);
    if (typeof listed.id === 'string') await seeUpdate(session, listed.id);
  },
};

async function seeUpdate(session: Session, id: string): Promise<void> {
  session.go();
  const value = Buffer.from('probe again').toString('base64');
  const body = { id, name: `${session.prefix}one`, value };
  session.seeWrite(await session.server.send('PUT', '/secrets', body), 'updating a secret');
  await seeUnknownField(session, body);
}

async function seeUnknownField(session: Session, body: object): Promise<void> {
  const response = await session.server.send('PUT', '/secrets', { ...body, not_a_field: true });
  const where = 'updating a secret with a field that there is not';
  if (isDone(response)) session.findings.see('unknownFields', 'ignore', where);
  else if (response.status === 400 || response.status === 422) session.findings.see('unknownFields', 'refuse', where);
  else session.findings.miss('unknownFields', `${where} returned ${describe(response)}`);
  session.seeError(response, where);
}

async function seeTakenName(session: Session): Promise<void> {
  const again = await session.createSecret('one');
  const where = 'a second secret of one name';
  if (isDone(again)) session.findings.see('takenName', 'accept', where);
  else if (again.status === 409) session.findings.see('takenName', 'conflict', where);
  else session.findings.miss('takenName', `${where} returned ${describe(again)}`);
  session.seeError(again, where);
}
