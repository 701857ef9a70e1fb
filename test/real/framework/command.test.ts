import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostPlatform } from '../../../framework/packaging/platforms';
import { bin, inRoot } from '../../../scripts/support/paths';
import { run } from '../../../scripts/support/run';
import { temporaryFolder } from '../../unit/support/temporary-folder';

/** The framework as its package has it, in the place where the set-up builds it. */
const PACKAGE = inRoot('dist/framework/package');
const PROGRAM = join(PACKAGE, 'bin.mjs');

const PROVIDER = `
import { defineProvider } from '${join(PACKAGE, 'index.mjs')}';
process.stdout.write('loading\\n');
export const provider = defineProvider({
  typeName: 'demo', source: 'example/demo', schema: { description: 'Of a test.', attributes: {} }, resources: [],
});`;

/** A main file that serves this. */
const main = (served: string) => `import { serve } from '${join(PACKAGE, 'serve.mjs')}';\nserve(${served});\n`;

/** The project of a provider, and the program of the package, run in it. */
async function project(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  await symlink(inRoot('node_modules'), join(folder, 'node_modules'));
  const all = {
    'package.json': '{ "version": "1.2.3" }',
    'provider.ts': PROVIDER,
    'main.ts': `${main('{ ...provider, configure: () => undefined as never }')}import { provider } from './provider';`,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) await writeFile(join(folder, file), text);
  return { folder, kit: (...args: string[]) => run(bin('node'), [PROGRAM, ...args], { cwd: folder }) };
}

describe('the command line of the package', () => {
  it.each<[args: string, says: RegExp | string]>([
    ['', /^Which command\?\n\nterraform-provider-kit COMMAND/],
    ['compil', 'There is no command compil. There are new, compile, release and pages.\n'],
    ['pages --titel x', "Unknown option '--titel'. --help lists the flags.\n"],
    ['pages --platform linux_amd64', 'pages does not use --platform. --help lists the flags.\n'],
    ['compile --title x --examples y', 'compile does not use --title, --examples. --help lists the flags.\n'],
    ['new', 'Give the name of the new provider, and nothing else: example/notes.\n'],
    ['pages one two', 'pages takes flags only, and no one two.\n'],
    ['compile --version v1', /^loading\nThe version v1 is none that registries accept, such as 1\.2\.3/],
    ['release --platform plan9', /^There is no platform plan9\. There are .*linux_amd64.*\.\n$/],
    ['pages --provider other.ts', /^There is no other\.ts in .+\. Name the file with --provider\.\n$/],
  ])('names what is wrong with "%s", and writes nothing', async (args, says) => {
    const { folder, kit } = await project();
    const before = await readdir(folder);

    const { code, stdout, stderr } = await kit(...args.split(' ').filter(Boolean));

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toEqual(typeof says === 'string' ? says : expect.stringMatching(says));
    expect(await readdir(folder)).toEqual(before);
  });

  it('refuses a Node that finds no tests in TypeScript', async () => {
    const { folder } = await project();
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";
    const first = `data:text/javascript,${encodeURIComponent(old)}`;

    const { code, stderr } = await run(bin('node'), ['--import', first, PROGRAM, 'compile'], { cwd: folder });

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'terraform-provider-kit needs Node 22.19 or newer, and this is 20.20.2.\n',
    });
  });

  const WAITS = 'await new Promise(() => {});';
  const FAILS = 'await new Promise(() => setImmediate(() => it));';

  it.each<[file: string, text: string, says: RegExp]>([
    ['package.json', '{}', /package\.json has no "version", and --version is not given\.\n$/],
    ['provider.ts', '', /^provider\.ts exports nothing as "provider"\. Write: export const provider =/],
    ['provider.ts', 'export const provider = null;', /^provider\.ts exports nothing as "provider"\. Write: export/],
    [
      'main.ts',
      main('undefined as never'),
      /^(loading\n)?main\.ts fails when it starts:.* cannot start: serve\(provider\) got undefined/s,
    ],
    ['provider.ts', 'process.exit(3)', /provider\.ts calls process\.exit\(3\) while it is loaded\.\n$/],
    ['provider.ts', WAITS, /provider\.ts waits for something that never comes while it is loaded\.\n$/],
    ['provider.ts', FAILS, /^(?!.*waits).*it is not/s],
  ])('names what is wrong with the file %s: %j', async (file, text, says) => {
    const { folder, kit } = await project({ [file]: text });

    const { code, stdout, stderr } = await kit('compile');

    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(says) });
    expect((await readdir(folder)).filter((file) => file.startsWith('.provider'))).toEqual([]);
  });

  it.each([
    [[], 'docs', '# Demo Provider'],
    [['--folder', 'out/pages', '--title', 'Of Demos'], 'out/pages', '# Of Demos Provider'],
  ])('writes pages: %j', async (flags, where, heading) => {
    const { folder, kit } = await project();

    const { code, stdout, stderr } = await kit('pages', ...flags);

    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'loading\n' });
    const page = await readFile(join(folder, where, 'index.md'), 'utf8');
    expect(page).toContain(`\n${heading}\n`);
    expect(page).toContain('Of a test.');
  });

  it('compiles a program for this machine, and releases it', async () => {
    const { folder, kit } = await project();
    const platform = hostPlatform();
    const twice = ['--platform', platform.name, '--platform', platform.name];

    const compiled = await kit('compile');
    const released = await kit('release', ...twice, '--version', '2.0.0-beta.1');

    const path = expect.stringMatching(/terraform-provider-demo_v1\.2\.3\S*\n$/);
    expect(compiled).toMatchObject({ code: 0, stdout: path });
    const byHand = { code: 1, stderr: expect.stringContaining('by hand') };
    expect(await run(compiled.stdout.trim(), [])).toMatchObject(byHand);
    expect(await readFile(join(folder, 'dist/cli.tfrc'), 'utf8')).toContain(`"${join(folder, 'dist/mirror')}"`);
    expect(released).toMatchObject({ code: 0, stdout: `${join(folder, 'dist/release')}\n` });
    const files = await readdir(join(folder, 'dist/release'), { recursive: true });
    const archive = `terraform-provider-demo_2.0.0-beta.1_${platform.name}.zip`;
    expect(files).toContain(archive);
    const sums = await readFile(join(folder, 'dist/release/terraform-provider-demo_2.0.0-beta.1_SHA256SUMS'), 'utf8');
    expect(sums.split(archive)).toHaveLength(2);
  });
});
