import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bundleProvider } from '../../../../framework/packaging/bundle';
import { requireServing } from '../../../../framework/packaging/require-serving';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const OF = { typeName: 'demo', source: 'example/demo', version: '1.2.3' };

/** Sets environment variables until the end of the test. */
function setEnv(env: Readonly<Record<string, string>>): void {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

const bundle = (...writes: readonly string[]) => writes.map((one) => `console.log(${one});`).join('\n');

const withMap = (text: string) => ({ text, map: '{ "version": 3, "sources": [], "mappings": "" }' });

it('a bundle that prints source and version for --version serves; it runs in the folder, without the cookie of a host', async () => {
  const folder = temporaryFolder();
  setEnv({ TF_PLUGIN_MAGIC_COOKIE: 'x' });
  const conditions = [
    `realpathSync(${JSON.stringify(folder)}) === process.cwd()`,
    "process.env.TF_PLUGIN_MAGIC_COOKIE === ''",
    "process.argv[2] === '--version'",
  ];

  await requireServing(
    withMap(
      `import { realpathSync } from 'node:fs';\nif (${conditions.join(' && ')}) ${bundle("'example/demo 1.2.3'")}`,
    ),
    'main.ts',
    folder,
    OF,
  );
});

const BESIDES = 'main.ts writes to stdout, too, which is for Terraform alone';

it.each<[code: string, says: string]>([
  ['', 'main.ts serves no provider. It has to call serve(provider)'],
  [bundle("'example/other 1.2.3'"), 'main.ts serves example/other 1.2.3, and the provider is example/demo 1.2.3.'],
  ["console.log('out'); console.error('err')", 'out\nerr'],
  [bundle("'hello'", "'example/demo 1.2.3'"), BESIDES],
  [bundle("'example/demo 1.2.3'", "'started'"), BESIDES],
])('another one is refused, and leaves nothing: %j', async (code, says) => {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
  setEnv({ TMPDIR: temporary, TEMP: temporary, NODE_NO_WARNINGS: '1' });

  const refused = requireServing(withMap(code), 'main.ts', folder, OF);

  await expect(refused).rejects.toThrow(says);
  expect(await readdir(temporary)).toEqual([]);
});

it('shows an error with its place in the sources, before anything else', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'main.ts'), "import './broken';\n");
  await writeFile(join(folder, 'broken.ts'), "\nthrow new TypeError('It is broken.');\n");
  const bundle = await bundleProvider({ folder, main: 'main.ts' }, OF);

  const refused = requireServing(bundle, 'main.ts', folder, OF);

  await expect(refused).rejects.toThrow(
    /^main\.ts fails when it starts:\n\n\S+broken\.ts:2\n.*\n.*\^\n+TypeError: It is broken\.\n +at \S*.*broken\.ts:2:7/,
  );
});
