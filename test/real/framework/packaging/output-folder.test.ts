import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildForHost } from '../../../../framework/packaging/build';
import { requireBun, writeBase } from '../../../../framework/packaging/bun';
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

it.each(['.', '..', 'link'])('a release does not replace the project: %s', async (name) => {
  const project = await projectWith('c:deep/main.ts');
  await symlink(project, join(project, 'link'));
  const before = await readdir(project);

  const own = name === '..' ? join(project, 'c:deep') : project;
  await expect(release(own, join(own, name))).rejects.toThrow(` contains ${own}, and a release replaces`);

  expect(await readdir(project)).toEqual(before);
});

it.each([
  'out/keep.txt',
  'out/.git/HEAD',
  'out/terraform-provider-other_0.1.0_linux_amd64.zip',
  'out/mirrors/keep.txt',
  'out/mirrors/unpacked/registry.terraform.io/example/other/0.1.0/linux_amd64/program',
])('a release does not replace a folder with files that it has not written: %s', async (file) => {
  const project = await projectWith(file);

  await expect(release(project, join(project, 'out'))).rejects.toThrow(join(project, file.replace(/\.git.*/, '.git')));

  expect(await readdir(dirname(join(project, file)))).toHaveLength(1);
});

it('a release replaces an empty folder, and an earlier release with its signature; whatever the umask, everybody may read it', async () => {
  const project = await projectWith();
  const folder = join(project, 'out');
  await mkdir(folder);
  await release(project, relative(process.cwd(), folder));
  await writeFile(join(folder, 'terraform-provider-notes_0.0.9_SHA256SUMS.sig'), '');
  await mkdir(join(folder, 'mirrors/unpacked/registry.opentofu.org/example/notes/0.0.9/linux_arm64'), {
    recursive: true,
  });

  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  await release(project, folder);

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

it('Bun is downloaded from the registry of the project, and a failure says why', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('npm_config_registry', undefined);
  const project = await projectWith();
  await writeFile(join(project, '.npmrc'), 'registry=http://127.0.0.1:1\nfetch-retries=0\n');
  const other = { ...hostPlatform(), basePackage: '@example/bun' };

  await expect(writeBase(project, other, join(project, 'bun'))).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:1');
});
