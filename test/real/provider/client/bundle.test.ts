import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { BUN } from '../../../../scripts/support/bun';
import { closedPort } from '../../../../scripts/support/closed-port';
import { bin } from '../../../../scripts/support/paths';
import { startService } from '../../../host/provider/client/fixture';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const PROGRAMS = { node: bin('node'), bun: BUN };
const run = promisify(execFile);

test.each(['node', 'bun'] as const)('the bundled client behaves the same under %s', async (runtime) => {
  const folder = temporaryFolder();
  const outfile = join(folder, 'story.cjs');
  await build({
    entryPoints: [join(__dirname, 'bundle-story.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    logLevel: 'silent',
  });
  const { emulator } = await startService({ settle: '2polls' });
  emulator.faults.add({ operation: 'createPullSecret', pause: true });

  const { stdout } = await run(PROGRAMS[runtime], [outfile], {
    env: {
      STORY_BASE_URL: emulator.baseUrl,
      STORY_TOKEN: emulator.token,
      STORY_CLOSED_URL: `http://127.0.0.1:${await closedPort()}`,
    },
  });

  expect(JSON.parse(stdout)).toEqual({
    names: ['a', 'b', 'c'],
    maxSize: '9223372036854775807',
    hasSecretHalf: true,
    timedOut: 'LostError',
    cancelled: 'CancelledError',
    refused: expect.stringContaining('ECONNREFUSED'),
  });
});
