import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../../emulator';
import { inRoot } from '../../../../scripts/support/paths';
import { base64, start } from '../support';

test('the document of the conventional dialect is that of the interface', async () => {
  const { send } = await start();
  const committed = JSON.parse(readFileSync(inRoot('docs/openapi.json'), 'utf8'));

  const { paths, components, info } = (await send('GET', '/openapi.json')).json;

  expect([paths, components]).toEqual([committed.paths, committed.components]);
  expect(info).toMatchObject({ title: 'Coffer emulator' });
});

/** The value that a runtime expression of a link names in a response. */
function valueAt(expression: string, body: unknown): unknown {
  const [, pointer] = /^\$response\.body(?:#(.*))?$/.exec(expression) ?? [];
  const names = (pointer ?? '').split('/').slice(1);
  return names.reduce<unknown>((part, name) => Object(part)[name], body);
}

test.each<EmulatorOptions>([
  { dialect: 'conventional' },
  { dialect: 'minimal' },
  { dialect: 'enveloped' },
  { dialect: 'extended' },
  { dialect: 'extended', knobs: { pullSecretResponse: 'bare_id' } },
  { dialect: 'extended', knobs: { pullSecretResponse: 'pull_secret_id', writeResponse: 'empty' } },
  { knobs: { writeResponse: 'enveloped', pullSecretResponse: 'enveloped', pullSecretApi: 'full' } },
])('with %o the links of a create lead to what deletes it', async (options) => {
  const { emulator, send, project: project_id } = await start(options);
  const bodies: Record<string, object> = {
    '/secrets': { project_id, name: 'a', value: base64('x') },
    '/secrets/pull': { project_id, server: 's', username: 'u', password: 'p' },
    '/s3/buckets': { project_id, max_size: 1 },
    '/s3/keys': { project_id, bucket_ids: [], permissions: { read: true, write: false, owner: false } },
  };
  const { paths } = (await send('GET', '/openapi.json')).json;
  const pathOf = (operationId: string) =>
    Object.entries(paths as Record<string, Record<string, { operationId: string }>>).find(([, methods]) =>
      Object.values(methods).some((each) => each.operationId === operationId),
    )?.[0];
  let followed = 0;

  for (const [path, body] of Object.entries(bodies)) {
    const { status, json } = await send('POST', path, body);
    for (const [name, link] of Object.entries(paths[path].post.responses[status].links ?? {})) {
      const { operationId, parameters } = link as { operationId: string; parameters: { id: string } };
      const id = valueAt(parameters.id, json);
      const deleted = await send('DELETE', (pathOf(operationId) ?? '').replace('{id}', String(id)));
      expect([name, typeof id, deleted.status < 300]).toEqual([operationId, 'string', true]);
      followed += 1;
    }
  }
  const left = [emulator.inspect.secrets(), emulator.inspect.buckets(), emulator.inspect.accessKeys()];

  expect(followed).toBeGreaterThan(0);
  expect(left.flat().length + emulator.inspect.pullSecrets().length).toBe(4 - followed);
});
