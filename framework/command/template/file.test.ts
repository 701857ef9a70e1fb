import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { ProviderHost } from 'terraform-provider-kit/testing';
import { provider } from './provider.ts';

test('a file is made, changed, imported, made again and destroyed', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'scratch-'));
  t.after(() => rm(directory, { recursive: true }));
  const host = await ProviderHost.start(provider, { settings: { directory } });
  const text = () => readFile(join(directory, 'a.txt'), 'utf8');

  const made = await host.apply('scratch_file', { path: 'a.txt', content: '' });
  const changed = await host.apply('scratch_file', { path: 'a.txt', content: 'two' }, made.kept);
  assert.deepEqual([made.action, changed.action, await text()], ['create', 'update', 'two']);

  const imported = await host.import('scratch_file', 'a.txt');
  assert.deepEqual(imported.kept?.state, changed.kept?.state);

  assert.ok(changed.kept);
  await rm(join(directory, 'a.txt'));
  assert.equal((await host.refresh('scratch_file', changed.kept)).kept, null);
  assert.equal((await host.destroy('scratch_file', changed.kept)).kept, null);
});
