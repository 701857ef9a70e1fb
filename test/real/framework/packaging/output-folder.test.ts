import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildForHost } from '../../../../framework/packaging/build';
import { requireBun } from '../../../../framework/packaging/bun';
import { hostPlatform } from '../../../../framework/packaging/platforms';
import { makeRelease } from '../../../../framework/packaging/release';
import { ROOT } from '../../../../scripts/support/paths';

const provider = { typeName: 'notes', source: 'example/notes', version: '0.1.0' };
const bundle = 'console.log("notes");\n';

/** A project that can compile, with these files. */
async function projectWith(...files: readonly string[]): Promise<string> {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'project-')));
  onTestFinished(() => rm(project, { recursive: true }));
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  for (const file of ['package.json', ...files]) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), '{}');
  }
  return project;
}

/** Makes a release for this machine. */
const release = (project: string, folder: string) =>
  makeRelease({ provider, bundle: { text: bundle }, project, folder, platforms: [hostPlatform()] });

const build = (project: string, folder: string) => buildForHost({ provider, bundle, bun: requireBun(project), folder });

const filesBelow = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

it('a release replaces an earlier one with its signature; whatever the umask, everybody may read it', async () => {
  const project = await projectWith(
    'out/terraform-provider-notes_0.0.9_SHA256SUMS.sig',
    'out/mirrors/unpacked/registry.opentofu.org/example/notes/0.0.9/linux_arm64/program',
  );
  const folder = join(project, 'out');

  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  await release(project, relative(process.cwd(), folder));

  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of process.platform === 'win32' ? [] : all) {
    const file = join(entry.parentPath, entry.name);
    const opens = entry.isDirectory() || /_v0\.1\.0(\.exe)?$/.test(entry.name);
    expect([file, (await stat(file)).mode & 0o777]).toEqual([file, opens ? 0o755 : 0o644]);
  }
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['terraform-provider-notes_0.1.0_SHA256SUMS']));
  expect((await readdir(folder)).filter((name) => name.includes('0.0.9'))).toEqual([]);
});

it.each([
  'mirror/registry.terraform.io/example/notes/0.0.9/keep',
  'mirror-node/keep',
  'provider/node/keep',
  'cli.tfrc',
])('a build does not touch what another has made in its folder: %s', async (file) => {
  const project = await projectWith(`out/${file}`);
  const before = await filesBelow(join(project, 'out'));

  await expect(build(project, join(project, 'out'))).rejects.toThrow(
    join(project, 'out', /^provider.node|^[^/]+/.exec(file)?.[0] ?? ''),
  );

  expect(await filesBelow(join(project, 'out'))).toEqual(before);
});

it('a build after one that failed makes everything again', async () => {
  const project = await projectWith();
  const folder = join(project, 'out');
  const path = join(project, 'no-bun');
  const failing = { provider, bundle, bun: { ...requireBun(project), path }, folder };
  await expect(buildForHost(failing)).rejects.toThrow(`spawn ${path} ENOENT`);

  const program = expect.stringContaining(join(folder, 'mirror'));
  expect(await build(project, relative(process.cwd(), folder))).toEqual({ isNew: true, program });
  expect(await readFile(join(folder, 'cli.tfrc'), 'utf8')).toContain(JSON.stringify(join(folder, 'mirror')));
  expect(await build(project, folder)).toMatchObject({ isNew: false });
});
