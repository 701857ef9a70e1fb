import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../../../package.json';
import { bin, inRoot, TSC } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';
import { BUILT_EMULATOR } from '../../../support/built-emulator';
import { sampled } from '../../../support/dice';
import { EmulatorProcess } from '../../../support/emulator-process';
import { codeOf, readPage } from '../../../unit/repository/docs/markdown';

/** The package as a user gets it: packed, installed into an empty folder without any network, and used from there. */

const TIMEOUT = { timeout: 300_000 };
const work = mkdtempSync(join(tmpdir(), 'coffer-package-'));
const project = join(work, 'project');
const [inVitest = '', anywhere = ''] = codeOf(readPage('emulator/README.md'), 'ts');
const inTests = codeOf(readPage('docs/emulator/tests.md'), 'ts');

let files: string[];

beforeAll(async () => {
  const packed = JSON.parse(
    (
      await must('npm', ['pack', '--json', '--pack-destination', work], {
        cwd: BUILT_EMULATOR,
      })
    ).stdout,
  ) as { filename: string; files: { path: string }[] }[];
  files = packed[0]?.files.map(({ path }) => path) ?? [];
  write('package.json', '{ "private": true }');
  await must('npm', ['install', '--offline', join(work, packed[0]?.filename ?? '')], { cwd: project });
}, 300_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('holds its programs, declarations, licences and a page about itself, and nothing else', () => {
  const library = ['index', 'jest', 'node-test'].flatMap((name) =>
    ['cjs', 'd.cts', 'd.mts', 'mjs'].map((ending) => `${name}.${ending}`),
  );
  const others = ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'authority.cjs', 'main.cjs', 'package.json'];

  expect(files.sort()).toEqual([...others, ...library, 'seed.schema.json', 'vitest.d.mts', 'vitest.mjs'].sort());
});

test('needs no other package', async () => {
  const { stdout } = await must('npm', ['ls', '--all', '--parseable'], { cwd: project });

  expect(stdout.trim().split('\n').slice(1)).toEqual([join(project, 'node_modules/coffer-emulator')]);
});

test(
  'the command starts, and serves HTTPS with certificates made by a file that only this loads',
  TIMEOUT,
  async () => {
    const command = join(project, 'node_modules/.bin/coffer-emulator');
    const emulator = new EmulatorProcess(['--json', '--port', '0', '--s3-port', '0', '--tls'], {}, [command]);

    const { baseUrl, caCertPem } = (await emulator.ready()) as unknown as { baseUrl: string; caCertPem: string };

    expect(baseUrl).toMatch(/^https:/);
    expect(new X509Certificate(caCertPem).ca).toBe(true);
    expect(await emulator.kill('SIGTERM')).toMatchObject({ code: 0 });
  },
);

test('the example of its page runs as an ES module', TIMEOUT, async () => {
  write('anywhere.mjs', anywhere);

  const { stdout, stderr } = await runNode('anywhere.mjs');

  expect(stdout).toMatch(/^http:\S+ http:\S+ coffer_\w+ project-1\n$/);
  expect(stderr).toBe('');
});

test(
  'ES modules and CommonJS of one process share its classes, and CommonJS has the helpers, too',
  TIMEOUT,
  async () => {
    write(
      'both.cjs',
      `const { Emulator, StartError } = require('coffer-emulator');
     import('coffer-emulator').then(async (imported) => {
       const error = await imported.Emulator.start({ settle: 'never' }).catch((error) => error);
       const emulator = await Emulator.start();
       console.log(error instanceof StartError, imported.Emulator === Emulator, emulator.journal.count());
       for (const name of ['coffer-emulator/jest', 'coffer-emulator/node-test']) console.log(typeof require(name).useEmulator);
       await emulator.stop();
     });`,
    );

    expect((await runNode('both.cjs')).stdout).toBe('true true 0\nfunction\nfunction\n');
  },
);

test.each([
  [
    'an ES module',
    'wrong.mjs',
    `import { Emulator } from 'coffer-emulator'; await Emulator.start({ dialect: 'nope' });`,
  ],
  [
    'a call that throws at once',
    'fault.cjs',
    `require('coffer-emulator').Emulator.start().then((emulator) => emulator.faults.add({ operation: 'nope' }));`,
  ],
])('an option that is wrong is a readable text, and no page of code, in %s', TIMEOUT, async (_, file, code) => {
  write(file, code);

  const { stderr, code: exitCode } = await run(process.execPath, [file], { cwd: project });

  const lines = stderr.split('\n');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/Error: .*(?:give one of|must be the name of an operation)/);
  expect(stderr).toContain(file);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1_000);
  expect(lines.length).toBeLessThan(30);
});

/** What reads the declarations, with the compiler of TypeScript 7 and the one before, which most projects have. */
const COMPILED = [TSC, inRoot('node_modules/typescript/bin/tsc')].flatMap((compiler) => [
  { readers: 'an ES module and CommonJS', files: ['types.mts', 'types.cts'], kind: 'nodenext', compiler },
  { readers: 'a bundler', files: ['types.ts'], kind: 'esnext', compiler },
]);

test.each(sampled('readers of the declarations', COMPILED, 1, COMPILED.length))(
  'its declarations satisfy the strictest compiler for $readers, without the types of Node',
  TIMEOUT,
  async ({ files, kind, compiler }) => {
    const text = `import { dialects, Emulator, type EmulatorOptions, type FaultSpec } from 'coffer-emulator';
     import { useEmulator } from 'coffer-emulator/jest';
     import { useEmulator as useEmulatorOfNode } from 'coffer-emulator/node-test';
     export const options: EmulatorOptions = { dialect: 'minimal', knobs: { pageSize: 3 }, port: 0 };
     export const names: readonly string[] = Object.keys(dialects);
     export async function use(): Promise<string> {
       await using emulator = await Emulator.start(options);
       const spec: FaultSpec = { operation: 'createBucket', cut: 'after-commit' };
       await emulator.faults.add(spec).whenMet();
       return emulator.newProject().token + emulator.journal.requests({ status: 'cut' })[0]?.path;
     }
     // @ts-expect-error: there is no such dialect
     export const wrong: EmulatorOptions = { dialect: 'dothraki' };
     // @ts-expect-error: there is no such operation
     export const wrongToo = (emulator: Emulator) => emulator.faults.add({ operation: 'createCastle', status: 500 });
     export const helped: Emulator = useEmulator({ reset: false });
     export const helpedToo: Emulator = useEmulatorOfNode({ seed: 1 });`;
    for (const file of files) write(file, text);

    expect(await compile(files, kind, ['--typeRoots', 'nowhere'], compiler)).toEqual({ code: 0, output: '' });
  },
);

test('the examples of its page compile', TIMEOUT, async () => {
  link('vitest', '@types/node', '@aws-sdk/client-s3');
  const examples = [inVitest, ...inTests, anywhere].map((code, place) => ({ code, file: `example-${place}.test.mts` }));
  for (const { code, file } of examples) write(file, code);

  const files = examples.map(({ file }) => file);
  const result = await compile(files, 'nodenext', ['--skipLibCheck']);

  expect(result).toEqual({ code: 0, output: '' });
});

test('the examples of its page pass in Vitest', TIMEOUT, async () => {
  link('vitest', '@aws-sdk/client-s3');
  for (const [place, code] of [inVitest, ...inTests].entries()) write(`vitest/example-${place}.test.ts`, code);
  write(
    'vitest/three.test.ts',
    `import { useEmulator } from 'coffer-emulator/vitest';
     import { expect, test } from 'vitest';
     const emulator = useEmulator({ seed: 1 });
     const seen: string[] = [];
     test.each(['first', 'second'])('%s', () => {
       emulator.faults.add({ operation: '*', status: 500 });
       seen.push(emulator.newProject().projectId, String(emulator.faults.active().length), emulator.baseUrl);
     });
     test('both began alike', () => expect(seen.slice(0, 3)).toEqual(seen.slice(3)));
     test('it knows its kind', () => expect(emulator.dump().version).toBe('${version}'));
     export const early = (() => { try { return emulator.baseUrl; } catch (error) { return (error as Error).message; } })();
     test('reading it too early is an error', () => expect(early).toMatch('"baseUrl" was read outside of them'));`,
  );

  expect(await runVitest('vitest')).toContain('Tests  15 passed (15)');
});

test('the example for the runner of Node passes', TIMEOUT, async () => {
  const [onItsPage = ''] = codeOf(readPage('docs/emulator/tests-in-your-language.md'), 'js');
  write('node-test/page.test.mjs', onItsPage);

  const env = { NODE_TEST_CONTEXT: undefined };
  const run = ['--test', '--test-reporter=tap', 'node-test/page.test.mjs'];
  const { stdout } = await must(process.execPath, run, { cwd: project, env });

  expect(stdout).toMatch(/^# pass 1\n# fail 0\n/m);
});

const FAILING = `const emulator = useEmulator({ keepOnFailure: true });
     const marks = () => emulator.journal.marks().map(({ text }) => text);
     test('passes', () => same(marks(), ['test "passes" began']));
     describe('a block', () => {
       test('fails', async () => {
         await fetch(emulator.baseUrl + '/secrets');
         same('canary', 'another');
       });
     });
     test('goes on', () => same(emulator.journal.count(), 0));`;

const RUNNERS: readonly (readonly [name: string, file: string, head: string, args: () => string[]])[] = [
  [
    'Vitest',
    'kept/vitest/kept.test.ts',
    `import { useEmulator } from 'coffer-emulator/vitest'; import { describe, expect, test } from 'vitest';
     const same = (one, other) => expect(one).toEqual(other);`,
    () => [bin('vitest'), 'run', '--root', join(project, 'kept/vitest')],
  ],
  [
    'the helper for Jest, in Vitest',
    'kept/jest/kept.test.ts',
    `import { useEmulator } from 'coffer-emulator/jest';
     const same = (one, other) => expect(one).toEqual(other);`,
    () => [bin('vitest'), 'run', '--globals', '--root', join(project, 'kept/jest')],
  ],
  [
    "Node's own runner",
    'kept/node/kept.test.mjs',
    `import { useEmulator } from 'coffer-emulator/node-test'; import { describe, test } from 'node:test';
     import { deepEqual as same } from 'node:assert/strict';`,
    () => ['--test', 'kept/node/kept.test.mjs'],
  ],
];

test.each(sampled('runners with a failing test', RUNNERS, 1))(
  'after a failing test it stays up until it is reset, and prints its link: %s',
  TIMEOUT,
  async (_, file, head, args) => {
    link('vitest');
    write(file, `${head}\n${FAILING}`);
    const env = { CI: '', VITEST: undefined, NODE_TEST_CONTEXT: undefined, NO_COLOR: '1' };
    const run = new EmulatorProcess([], env, args(), process.execPath, project);
    const printed = () => run.stdout + run.stderr;
    await expect.poll(printed).toContain('To end the run: Ctrl-C');
    const url = /http:\/\/\S+\/dashboard\/enter\?code=\S+/.exec(printed())?.[0] ?? '';
    const { origin } = new URL(url);

    const page = await fetch(url, { redirect: 'manual' });
    const journal = await (await fetch(`${origin}/_emulator/journal`)).json();
    const { who } = (await (await fetch(`${origin}/_emulator/epoch`)).json()) as { who: string };
    await fetch(`${origin}/_emulator/reset`, { method: 'POST' });
    const { code } = await run.ended;

    expect(printed()).toMatch(/Test "a block > fails|Test "a block fails/);
    expect(page.headers.get('location')).toBe('/dashboard/journal');
    expect(journal).toMatchObject([{ path: '/secrets', status: 401 }]);
    expect(who).toMatch(/^a block (?:> )?fails$/);
    expect(code).toBe(1);
    expect(printed()).toMatch(/1 failed.*2 passed|pass 2[\s\S]*fail 1/);
  },
);

function write(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Links packages of the checkout into the project, instead of installing them again. */
function link(...names: string[]): void {
  for (const name of names) {
    const path = join(project, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    symlinkSync(inRoot('node_modules', name), path);
  }
}

const runNode = (file: string) => must(process.execPath, [file], { cwd: project });

async function runVitest(folder: string, ...flags: string[]): Promise<string> {
  const args = ['run', '--root', join(project, folder), ...flags];
  return (await must(bin('vitest'), args, { cwd: join(project, folder), env: { VITEST: undefined, NO_COLOR: '1' } }))
    .output;
}

async function compile(paths: readonly string[], kind: string, more: readonly string[], compiler = TSC) {
  const resolution = kind === 'nodenext' ? 'nodenext' : 'bundler';
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  const args = [...paths, ...flags, '--module', kind, '--moduleResolution', resolution, ...more];
  const { code, output } = await run(compiler, args, { cwd: project });
  return { code, output };
}
