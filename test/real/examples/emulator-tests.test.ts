import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { run } from '../../../scripts/support/run';
import type { ToolChainName } from '../../../scripts/support/tool-chains';
import { sampled } from '../../support/dice';
import { installPythonTools } from '../support/python-tools';
import { hasToolChain } from '../support/tool-chain';
import { parseCSharp } from './csharp/sources';

/*
 * The tests in examples/emulator-tests/ pass. There is no container engine here: container-engine.ts accepts the commands for one,
 * and runs the emulator of the checkout.
 */

const EXAMPLES = inRoot('examples/emulator-tests');
const TIMEOUT_MS = 300_000;

const work = mkdtempSync(join(tmpdir(), 'coffer-emulator-tests-'));
const engine = join(work, 'engine');
beforeAll(() => {
  const program = `exec '${process.execPath}' --import tsx test/real/examples/container-engine.ts "$@"`;
  writeFileSync(engine, `#!/bin/sh\ncd '${inRoot()}' && ${program}\n`);
  chmodSync(engine, 0o755);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

interface Language {
  readonly name: ToolChainName;
  readonly folder: string;
  /** A shell command to run in that folder. */
  readonly command: () => Promise<string>;
  readonly says: string;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    folder: 'python',
    command: async () => `'${await installPythonTools('test/real/support/pytest')}' -m pytest -q -p no:cacheprovider`,
    says: '2 passed',
  },
  {
    name: 'Java',
    folder: 'java',
    command: async () => `javac -d '${work}/java' *.java && java -cp '${work}/java' BucketsTest`,
    says: '2 passed',
  },
  { name: 'Go', folder: 'go', command: async () => 'go test -count=1 .', says: 'ok' },
];
const found = await Promise.all(
  LANGUAGES.map(({ name, folder }) => hasToolChain(name, `examples/emulator-tests/${folder}`)),
);

const usable = LANGUAGES.filter((_, at) => found[at]);

it.each(sampled('languages of tests that start the container', usable, 1, usable.length))(
  '$name: tests that start the container pass',
  async ({ folder, command, says }) => {
    const { code, output } = await run('sh', ['-c', await command()], {
      cwd: join(EXAMPLES, folder),
      env: {
        CONTAINER_ENGINE: engine,
        PYTHONPATH: inRoot('emulator/testing/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    });

    expect([code, output]).toEqual([0, expect.stringContaining(says)]);
  },
  TIMEOUT_MS,
);

it(
  'C#: the tests parse',
  async () => {
    const { files, unparsed } = await parseCSharp(join(EXAMPLES, 'csharp'));

    expect([...files].sort()).toEqual(['BucketsTests.cs', 'CofferEmulator.cs']);
    expect(unparsed).toEqual([]);
  },
  TIMEOUT_MS,
);
