import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadProvider } from '../../../../framework/command/project';

/** A folder with a file provider.js, as somebody writes it without types. */
async function projectWith(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'provider.js'), code);
  return folder;
}

const NAMES = `typeName: 'demo', source: 'example/demo', schema: { description: '', attributes: {} }`;

it('a provider without mistakes is loaded', async () => {
  const folder = await projectWith(`export const provider = { ${NAMES}, resources: [] };`);

  const provider = await loadProvider(folder, 'provider.js');

  expect(provider.typeName).toBe('demo');
  expect(await readdir(folder)).toEqual(['provider.js']);
});

it('a provider with mistakes is neither built nor described', async () => {
  const folder = await projectWith(`export const provider = { ${NAMES}, resources: [{ typeName: 'thing' }] };`);

  const loaded = loadProvider(folder, 'provider.js');

  await expect(loaded).rejects.toThrow(/has mistakes \(4\):\n- resource demo_thing: its schema has no attributes/);
  expect(await readdir(folder)).toEqual(['provider.js']);
});
