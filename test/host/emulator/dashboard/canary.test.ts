import { expect, test } from 'vitest';
import { base64 } from '../support';
import { visit } from './visitor';

test('no page contains a value, a password, a user name, a token or a secret half, after every action', async () => {
  const { emulator, send, visitor, project } = await visit({ dialect: 'extended' });
  const canary = 'canary-7f3a';
  await send('POST', '/secrets', { project_id: project, name: 'a', value: base64(canary) });
  const credentials = { server: 'ghcr.io', username: canary, password: canary };
  await send('POST', '/secrets/pull', { project_id: project, ...credentials });
  const { id: bucket } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;
  const permissions = { read: true, write: true, owner: true };
  const key = (await send('POST', '/s3/keys', { project_id: project, bucket_ids: [bucket], permissions })).json;
  const [secret] = emulator.inspect.secrets();
  const [pullSecret] = emulator.inspect.pullSecrets();
  await visitor.submit('/secrets', { project_id: project, name: 'b', value: canary });
  await visitor.submit('/secrets', { project_id: project, name: 'B', value: canary });
  await visitor.submit(`/secrets/${secret?.id}`, { name: 'c', value: canary });
  await visitor.submit(`/secrets/${secret?.id}`, { name: 'C', value: canary });
  await visitor.submit(`/pull-secrets/${pullSecret?.id}`, credentials);
  await visitor.submit(`/pull-secrets/${pullSecret?.id}`, { ...credentials, server: '' });

  const paths = ['/secrets', '/pull-secrets', '/buckets', '/keys', '/journal', '/faults', `/secrets/${secret?.id}`];
  paths.push('/settings', '/control');
  paths.push(`/pull-secrets/${pullSecret?.id}`, `/keys/${key.id}/delete`);
  paths.push(...emulator.journal.requests().map(({ requestId }) => `/journal/${requestId}`));
  for (const path of paths) await visitor.get(path);

  const all = visitor.sources.join('\n');
  expect(visitor.sources.length).toBeGreaterThan(20);
  for (const text of [canary, base64(canary), emulator.token, key.secret_access_key]) expect(all).not.toContain(text);
});
