import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { requireServing } from '../../../framework/packaging/require-serving';
import { temporaryFolder } from '../../support/temporary-folder';

const OF = { typeName: 'demo', source: 'example/demo', version: '1.2.3' };
const leftBehind = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('provider-'));

const bundle = (...writes: readonly string[]) => writes.map((one) => `console.log(${one});`).join('\n');

it('a bundle that prints source and version for --version serves; it runs in the folder, without the cookie of a host', async () => {
  const folder = temporaryFolder();
  const cookie = process.env.TF_PLUGIN_MAGIC_COOKIE;
  process.env.TF_PLUGIN_MAGIC_COOKIE = 'x';
  try {
    await requireServing(
      `if (require('node:fs').realpathSync(${JSON.stringify(folder)}) === process.cwd() && process.env.TF_PLUGIN_MAGIC_COOKIE === '' && process.argv[2] === '--version') ${bundle("'example/demo 1.2.3'")}`,
      'main.ts',
      folder,
      OF,
    );
  } finally {
    if (cookie === undefined) delete process.env.TF_PLUGIN_MAGIC_COOKIE;
    else process.env.TF_PLUGIN_MAGIC_COOKIE = cookie;
  }
});

const CALL = 'It has to call serve(provider), of terraform-provider-kit/serve.';

it.each<[code: string, says: string]>([
  ['', `main.ts serves no provider. ${CALL}`],
  [
    bundle("'example/other 1.2.3'"),
    `main.ts serves example/other, and the provider is example/demo. ${CALL} example/other 1.2.3`,
  ],
  ["console.log('out'); console.error('err')", `main.ts serves no provider. ${CALL} out\nerr`],
  [
    bundle("'hello'", "'example/demo 1.2.3'"),
    'main.ts writes to stdout before it serves the provider: import terraform-provider-kit/serve first.',
  ],
])('another one is refused, and leaves nothing: %j', async (code, says) => {
  const before = await leftBehind();

  const refused = requireServing(code, 'main.ts', temporaryFolder(), OF);

  await expect(refused).rejects.toThrow(new Error(says));
  expect((await leftBehind()).filter((name) => !before.includes(name))).toEqual([]);
});
