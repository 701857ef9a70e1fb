import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Emulator } from '../../../emulator';
import { inRoot } from '../../../scripts/support/paths';
import type { Workspace } from '../../support/workspace';
import { attachOthers } from '../deploy/other-providers/attach';
import type { PageName } from './reference-program';
import type { Program } from './sibling';
import { asTwin } from './to-twin';

/** The file of each language's program, and the folder it belongs in. */
const FILES: Readonly<Record<PageName, readonly [name: string, folder: string]>> = {
  python: ['features.py', ''],
  java: ['Features.java', 'src/main/java'],
  go: ['features.go', ''],
};

/** The program of test/real/deploy/features.ts in another language, which then runs the program on the page of the package. */
export async function featuresIn(language: PageName, cli: 'cdktf' | 'cdktn'): Promise<Program> {
  const [name, folder] = FILES[language];
  const text = await readFile(inRoot('test/real/examples/features', name), 'utf8');
  return { file: join(folder, name), code: cli === 'cdktf' ? text : asTwin(name, text) };
}

/** Deploys the stack that this program has synthesized, in an empty workspace of its emulator. */
export async function deployFeatures(synthesized: string, workspace: Workspace, { inspect }: Emulator): Promise<void> {
  await replaceStack(join(workspace.folder, 'main.tf.json'), synthesized);
  const attached = await attachOthers({ now: Date.now() });
  const env = { ...attached, TF_VAR_legacy_secret_access_key: 'canary-legacy-key' };

  await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], { env });

  const values = inspect.secrets().map(({ id, name }) => [name, String(inspect.secretValue(id))]);
  expect(Object.fromEntries(values)).toEqual({
    'session-key': expect.stringMatching(/^[a-zA-Z0-9]{32}$/),
    'legacy-environment': expect.stringContaining('"AWS_SECRET_ACCESS_KEY":"canary-legacy-key"'),
    database: expect.stringContaining('"url":"postgres://app%40example.com:canary-legacy-key@db.example.com:5432/app"'),
    'tenant-acme': 'canary-legacy-key',
    'tenant-umbrella': 'canary-legacy-key',
    auditor: expect.stringMatching(/^[0-9a-f]{64}$/), // the secret half alone
  });
  // Two read two buckets each; the others read and write one.
  const rights = inspect.accessKeys().map(({ bucketIds, permissions }) => `${bucketIds.length} ${permissions.write}`);
  expect(rights.sort()).toEqual(['1 true', '1 true', '2 false', '2 false']);
}

/** Replaces a stack by another, which keeps its backend and so its state: another backend would need another `terraform init`. */
async function replaceStack(path: string, by: string): Promise<void> {
  const [there, stack] = await Promise.all([path, by].map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
  const terraform = { ...stack.terraform, backend: there.terraform.backend };
  await writeFile(path, JSON.stringify({ ...stack, terraform }));
}
