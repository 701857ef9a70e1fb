import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Emulator } from '../emulator';
import { temporaryFolder } from './support/folders';
import { main } from './support/main';
import { inRoot } from './support/paths';
import { must, run } from './support/run';

/**
 * Runs versitygw's own suite for S3, unpatched, against an emulator with `--s3-buckets`, and compares its failures with the list in
 * `docs/internals/versitygw.md`: `npm run test:versitygw`. Needs Go, and the module proxy for the first run. Fails for a case that
 * fails and is not listed, one that is listed and passes, and a suite that does not come to its end.
 */
const PACKAGE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
const PAGE = inRoot('docs/internals/versitygw.md');

/** The suite takes the id of the key for the owner of its buckets; here that is the project. */
const KEY = { id: 'GKversity', secret: 'secret-of-tests' };

main(async () => {
  const bin = inRoot('build/versitygw');
  await must('go', ['install', PACKAGE], { env: { GOBIN: bin, GOFLAGS: '-mod=mod' } });
  const listed = new Set(listedIn(await readFile(PAGE, 'utf8')));

  await using folder = await temporaryFolder('coffer-versitygw-');
  const seedFile = join(folder.path, 'seed.json');
  await writeFile(seedFile, JSON.stringify(seed()));
  // The region that the suite signs for, and the statuses of AWS where ours are Garage's.
  const emulator = await Emulator.start({
    s3Buckets: true,
    s3Region: 'us-east-1',
    seedFile,
    knobs: { unknownPart: 416 },
  });
  try {
    const args = ['test', '-a', KEY.id, '-s', KEY.secret, '-e', emulator.s3Endpoint, 'full-flow'];
    // With a bundle of certificates the suite's client gives up.
    const { output } = await run(join(bin, 'versitygw'), args, { cwd: folder.path, env: { AWS_CA_BUNDLE: undefined } });
    const { passed, failed } = outcomes(output);
    if (!/^RAN: /m.test(output)) throw new Error(`The suite did not come to its end:\n${output.slice(-4_000)}`);
    process.stdout.write(`${passed.length} passed, ${failed.size} failed; ${listed.size} failures are listed.\n`);
    const unlisted = [...failed].filter(([name]) => !listed.has(name)).map(([name, why]) => `fails: ${name}: ${why}`);
    const better = passed.filter((name) => listed.has(name)).map((name) => `is listed, and passes: ${name}`);
    if (unlisted.length + better.length > 0) throw new Error([...unlisted, ...better].join('\n'));
  } finally {
    await emulator.stop();
  }
});

function seed() {
  const permissions = { read: true, write: true, owner: true };
  const key = { access_key_id: KEY.id, secret_access_key: KEY.secret, buckets: [], permissions };
  return { projects: [KEY.id], access_keys: [{ ...key, project_id: KEY.id }] };
}

/** Names in code in the last column of the page's tables. */
function listedIn(page: string): string[] {
  const cells = page.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split(' | ').at(-1) ?? ''] : []));
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

/** Reads the output of the suite, which is in colours: `PASS name`, `FAIL name: why`. */
function outcomes(output: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  const plain = output.replaceAll(/\u001b\[\d+m/g, '');
  const failed = new Map([...plain.matchAll(/^FAIL (\w+): (.*)$/gm)].map(([, name = '', why = '']) => [name, why]));
  const passed = [...plain.matchAll(/^PASS (\w+)$/gm)].map(([, name = '']) => name);
  return { passed: passed.filter((name) => !failed.has(name)), failed };
}
