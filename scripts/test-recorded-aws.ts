import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as emulatorModule from '../emulator';
import { buildEmulator } from './build-emulator';
import { type Difference, REASONS, WHOLE } from './recorded-aws/reasons';
import { temporaryFolder } from './support/folders';
import { main } from './support/main';
import { inRoot } from './support/paths';
import { must, run } from './support/run';

/** The files of the suite with recorded responses of operations that the service has. */
const FILES = ['s3', 's3_api', 's3_cors', 's3_list_operations', 's3_preconditions'];

/** What the suite imports beside its own list of packages. Its `cbor2` needs a compiler. */
const PACKAGES = [
  'cbor2<5.8',
  'localstack-snapshot',
  'moto-ext',
  'pytest',
  'pytest-httpserver',
  'pytest-rerunfailures',
];
const MORE_PACKAGES = ['pytest-split', 'jsonpath-ng', 'json5', 'aws-sam-translator', 'opensearch-py', 'pymongo'];

interface Line {
  readonly test: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly differences: readonly (readonly [response: string, text: string])[];
}

/**
 * Runs LocalStack's S3 tests, which compare responses with those that they recorded on AWS, against the built emulator, and counts the
 * differences by their reasons: `npm run test:recorded-aws -- [folder of the copy, ../localstack] [test …]`. Needs Python 3.13. Fails if a
 * difference has no reason. Nothing of the suite is part of this repository; what has to be patched is in `recorded-aws/recorded_aws.py`.
 */
main(async () => {
  const [suite = inRoot('..', 'localstack'), ...wanted] = process.argv.slice(2);
  if (!existsSync(join(suite, 'tests/aws/services/s3/test_s3.py')))
    throw new Error(`There is no copy of LocalStack in ${suite}.`);
  const python = await prepare(suite);
  await using folder = await temporaryFolder('coffer-recorded-aws-');
  const report = join(folder.path, 'report.jsonl');
  const { Emulator } = (await import(join(await buildEmulator(), 'index.cjs'))) as typeof emulatorModule;
  // The name by which its tests know S3, and the form in which AWS refuses parts that are not there.
  const port = 45_660;
  const s3PublicUrl = `http://s3.localhost.localstack.cloud:${port}`;
  await using emulator = await Emulator.start({
    ...{ s3Port: port, s3PublicUrl, s3Buckets: true, buckets: ['first'], knobs: { unknownPart: 416 } },
  });
  const files = FILES.map((name) => `tests/aws/services/s3/test_${name}.py`);
  const plugins = ['-p', 'recorded_aws', '-p', 'no:localstack.testing.pytest.fixture_conflicts'];
  const args = ['-m', 'pytest', ...plugins, '-q', '--tb=no', '-W', 'ignore', ...(wanted.length > 0 ? wanted : files)];
  await run(python, args, { cwd: suite, env: { ...environmentOf(emulator, port), RECORDED_AWS_REPORT: report } });
  const lines = (await readFile(report, 'utf8')).trimEnd().split('\n');
  process.exitCode = tell(lines.map((line) => JSON.parse(line) as Line)) === 0 ? 0 : 1;
});

/** A Python with everything that the suite imports, made once. */
async function prepare(suite: string): Promise<string> {
  const home = inRoot('.test', 'recorded-aws');
  const python = join(home, 'bin', 'python');
  if (existsSync(join(home, 'ready'))) return python;
  await must(process.env.COFFER_PYTHON ?? 'python3.13', ['-m', 'venv', '--clear', home]);
  const listed = await readFile(join(suite, 'requirements-base-runtime.txt'), 'utf8');
  const pinned = listed.split('\n').filter((line) => /^[\w-]+(\[\w+\])?==/.test(line) && !line.startsWith('cbor2'));
  await must(python, [
    '-m',
    'pip',
    'install',
    '-q',
    ...pinned.map((line) => line.trim()),
    ...PACKAGES,
    ...MORE_PACKAGES,
  ]);
  await writeFile(join(home, 'ready'), '');
  return python;
}

/** What the suite reads from its environment. */
function environmentOf(
  { awsEnvironment = {} }: emulatorModule.Emulator,
  port: number,
): Record<string, string | undefined> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = awsEnvironment;
  return {
    ...{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_CONFIG_FILE: inRoot('scripts/recorded-aws/aws.config') },
    ...{ TEST_AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID, TEST_AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY },
    TEST_AWS_ENDPOINT_URL: `http://s3.localhost.localstack.cloud:${port}`,
    LOCALSTACK_HOST: `localhost.localstack.cloud:${port}`,
    RECORDED_AWS_PORT: String(port),
    // Only S3, which runs already, and each request once.
    ...{ SERVICES: 's3', STRICT_SERVICE_LOADING: '1', TEST_SKIP_LOCALSTACK_START: '1' },
    TEST_DISABLE_RETRIES_AND_TIMEOUTS: '1',
    PYTHONPATH: `${inRoot('scripts/recorded-aws')}:localstack-core`,
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, undefined])),
  };
}

/** Prints the counts. Returns the number of tests with a difference that has no reason. */
function tell(lines: readonly Line[]): number {
  const reasons = new Map<string, number>();
  const unexplained: Difference[] = [];
  const count = (name: string) => void reasons.set(name, (reasons.get(name) ?? 0) + 1);
  for (const line of lines.filter(({ outcome }) => outcome === 'failed')) {
    const test = line.test.slice(line.test.lastIndexOf('/') + 1);
    const all = line.differences.map(([response, text]) => ({ test, response, text }));
    const found = new Set<string>();
    for (const difference of all) {
      const reason = reasonOf(difference, all);
      if (reason === undefined) unexplained.push(difference);
      else found.add(reason);
    }
    for (const reason of found) count(reason);
  }
  const of = (outcome: string) => lines.filter((line) => line.outcome === outcome).length;
  console.log(`${lines.length} tests: ${of('passed')} passed, ${of('skipped')} skipped, ${of('failed')} differ`);
  for (const [reason, tests] of [...reasons].sort(([, a], [, b]) => b - a))
    console.log(`${String(tests).padStart(5)}  ${reason}`);
  for (const { test, response, text } of unexplained)
    console.log(`UNEXPLAINED ${test} ${response} ${text.slice(0, 400)}`);
  const tests = new Set(unexplained.map(({ test }) => test)).size;
  console.log(`${String(tests).padStart(5)}  unexplained`);
  return tests;
}

function reasonOf(difference: Difference, all: readonly Difference[]): string | undefined {
  const same = all.filter(({ response }) => response === difference.response);
  const whole = WHOLE.find(({ tests, text }) =>
    same.some((each) => (tests?.test(each.test) ?? true) && text.test(each.text)),
  );
  const own = REASONS.find(({ tests, text }) => (tests?.test(difference.test) ?? true) && text.test(difference.text));
  return (whole ?? own)?.says;
}
