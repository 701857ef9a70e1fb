import { expect, test } from 'vitest';
import { stringifyJson } from '../../../../contract/formats/json';
import { base64, start } from '../support';

test('E7: a dump tells what was asked and what is there, and no secret, in process and over HTTP', async () => {
  const { emulator, send, project } = await start({ tokens: ['CANARY-token'], adminToken: 'CANARY-admin' });
  const value = base64('CANARY-value');
  await send('POST', '/secrets', { project_id: project, name: 'a', value });
  await send('POST', '/secrets/pull', { project_id: project, server: 's', username: 'CANARY-u', password: 'CANARY-p' });
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 2n ** 60n })).json;
  const permissions = { read: true, write: false, owner: false };
  const key = (await send('POST', '/s3/keys', { project_id: project, bucket_ids: [id], permissions })).json;
  const body = { error: 'CANARY-body' };
  emulator.faults.add({ operation: 'listBuckets', status: 500, body, headers: { 'x-a': 'CANARY-header' } });
  emulator.faults.add({ operation: 'listSecrets', garbage: 'CANARY-garbage' });
  const where = { projectId: project, body: { name: 'CANARY-aim' }, headers: { 'x-b': 'CANARY-aim' } };
  emulator.faults.add({ operation: 'createSecret', status: 500, where });
  emulator.clock.freeze();

  const dump = emulator.dump();
  const sent = await send('GET', '/_emulator/dump');

  expect(dump).toMatchObject({
    version: expect.any(String),
    ...{ runtime: process.version, platform: `${process.platform} ${process.arch}` },
    clock: { frozen: true },
    settings: { knobs: { takenName: 'conflict' }, settle: 'immediate' },
    faults: [
      { id: 'fault-1', met: 0, spec: { operation: 'listBuckets', status: 500, headers: ['x-a'] } },
      {},
      { spec: { where: { projectId: project, body: ['name'], headers: ['x-b'] } } },
    ],
    requests: [{ operation: 'createSecret', body: { name: 'a', value: '[redacted]' } }, {}, {}, {}],
    objects: { projects: [project], secrets: [{ name: 'a' }], buckets: [{ id, maxSize: 2n ** 60n }] },
  });
  expect(sent.json).toEqual(dump);
  for (const secret of ['CANARY', value, key.secret_access_key]) expect(stringifyJson(dump)).not.toContain(secret);
});
