import { expect, test } from 'vitest';
import { otherClient, startService } from './fixture';

const BUCKET = { maxSize: 1000n, description: 'media' };

test('P43: a bucket that equals the new one is named, because a killed run may have left it', async () => {
  const { client, emulator, projectId, call, warnings } = await startService();
  const { id } = await otherClient(emulator).buckets.create({ projectId, ...BUCKET });

  const made = await client.buckets.create({ projectId, ...BUCKET }, call);

  expect(warnings).toEqual([
    {
      summary: `Another bucket like this one: "${id}"`,
      detail: expect.stringContaining(`Before "${made.id}" was created`),
    },
  ]);
});

test.each([
  ['another description', { maxSize: 1000n, description: 'other' }, BUCKET],
  ['no description, as most have', { maxSize: 1000n }, { maxSize: 1000n }],
])('a bucket with %s is nothing to warn of', async (_, other, wanted) => {
  const { client, emulator, projectId, call, warnings } = await startService();
  await otherClient(emulator).buckets.create({ projectId, ...other });

  await client.buckets.create({ projectId, ...wanted }, call);

  expect(warnings).toEqual([]);
});

test('equal buckets of this run are not named', async () => {
  const { client, projectId, call, warnings } = await startService();

  for (let at = 0; at < 3; at += 1) await client.buckets.create({ projectId, ...BUCKET }, call);

  expect(warnings).toEqual([]);
});

test('P43: a listed pull secret for the same server and user is named', async () => {
  const { client, emulator, projectId, call, warnings } = await startService({ dialect: 'extended' });
  const listed = { isServer: (server: string) => server === 'ghcr.io' };
  const input = { projectId, server: 'ghcr.io', username: 'octo', password: 'canary', listed };
  const { id } = await otherClient(emulator).pullSecrets.create(input);
  await otherClient(emulator).pullSecrets.create({ ...input, username: 'somebody' });

  await client.pullSecrets.create(input, call);
  await client.pullSecrets.create(input, call);

  expect(warnings.map(({ summary }) => summary)).toEqual(Array(2).fill(`Another pull secret like this one: "${id}"`));
  expect(JSON.stringify(warnings)).not.toContain('canary');
});
