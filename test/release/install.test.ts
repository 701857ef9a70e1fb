import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Emulator } from '../../emulator';
import { hostPlatform } from '../../framework/packaging/platforms';
import { VERSION } from '../../projenrc/names';
import { inRoot } from '../../scripts/support/paths';
import { run } from '../../scripts/support/run';
import { answers } from '../real/docs/answers';
import { newestOf, usableVersions } from '../real/support/usable-terraforms';
import { temporaryFolder } from '../unit/support/temporary-folder';
import { RELEASE } from './support/build-release';
import { commandsOf, configuration, partsWithCommands } from './support/guide';
import { Registry } from './support/registry';

/**
 * The installation guide, followed to the letter: each part in an empty folder with an empty home, its commands typed into a shell.
 * This machine plays the registries and the repository that it names.
 */

const cli = newestOf(await usableVersions());
const followed = new Set<string>();
let emulator: Emulator;
let registry: Registry;

beforeAll(async () => {
  emulator = await Emulator.start();
  registry = await Registry.start(RELEASE);
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await emulator.stop();
});

/** A reader in an empty folder, who answers yes when Terraform asks. */
class Reader {
  private constructor(
    readonly folder: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  static async create(more: Readonly<Record<string, string>> = {}): Promise<Reader> {
    const home = temporaryFolder('coffer-reader-');
    const [folder, bin] = [join(home, 'stack'), join(home, 'bin')];
    for (const made of [folder, bin, join(home, 'gnupg')]) await mkdir(made, { mode: 0o700 });
    await symlink(cli?.path ?? '', join(bin, 'terraform'));
    await writeFile(join(folder, 'main.tf'), configuration());
    const inherited = Object.keys(process.env).filter((name) => /^(TF_|COFFER_|XDG_)/.test(name));
    const { projectId, token } = emulator.newProject();
    return new Reader(folder, {
      ...Object.fromEntries(inherited.map((name) => [name, undefined])),
      ...registry.env,
      HOME: home,
      GNUPGHOME: join(home, 'gnupg'),
      PATH: `${bin}:${process.env.PATH}`,
      CHECKPOINT_DISABLE: '1',
      COFFER_BASE_URL: emulator.baseUrl,
      COFFER_TOKEN: token,
      COFFER_PROJECT_ID: projectId,
      ...more,
    });
  }

  async follow(part: string): Promise<string> {
    followed.add(part);
    return this.type(commandsOf(part));
  }

  async type(commands: string): Promise<string> {
    const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: this.folder,
      env: this.env,
      answer: answers(),
    });
    expect(code, output).toBe(0);
    return stripVTControlCharacters(output);
  }

  /** Hashes of one kind in the lock file. */
  async lockedHashes(kind: 'h1' | 'zh'): Promise<string[]> {
    const lock = await readFile(join(this.folder, '.terraform.lock.hcl'), 'utf8');
    return [...lock.matchAll(new RegExp(`"(${kind}:[^"]+)"`, 'g'))].map(([, hash = '']) => hash);
  }

  async resources(): Promise<number> {
    const state = JSON.parse(await readFile(join(this.folder, 'terraform.tfstate'), 'utf8')) as {
      resources: unknown[];
    };
    return state.resources.length;
  }
}

/** The hash of each platform's package, from the index of a mirror. */
async function hashesOfRelease(): Promise<Readonly<Record<string, string>>> {
  const path = join(RELEASE, 'mirrors/packed/registry.terraform.io/coffer/coffer', `${VERSION}.json`);
  const { archives } = JSON.parse(await readFile(path, 'utf8')) as { archives: Record<string, { hashes: string[] }> };
  return Object.fromEntries(Object.entries(archives).map(([name, { hashes }]) => [name, hashes[0] ?? '']));
}

describe('the guide on installing', () => {
  test('from a registry: the signature is verified, the stack is applied, and every platform can be locked', async () => {
    const reader = await Reader.create();
    const hashes = await hashesOfRelease();

    const output = await reader.follow('From a registry');

    expect(output).toMatch(/Installed coffer\/coffer v[\d.]+ \(self-signed, key ID [0-9A-F]+\)/);
    expect(await reader.resources()).toBe(1);
    const platforms = ['linux_amd64', 'darwin_arm64'];
    expect((await reader.lockedHashes('h1')).sort()).toEqual(platforms.map((name) => hashes[name]).sort());
    expect((await reader.lockedHashes('zh')).length).toBeGreaterThanOrEqual(platforms.length);
  });

  test('from a release: its checksums and signature are verified by hand', async () => {
    const reader = await Reader.create();

    const output = await reader.follow('From a release');
    await reader.follow('As a folder on each machine');

    expect(output).toContain('Good signature');
    expect(output).toContain(`terraform-provider-coffer_${VERSION}_linux_amd64.zip: OK`);
    expect(await reader.resources()).toBe(1);
    expect(await reader.lockedHashes('h1')).toEqual([(await hashesOfRelease())[hostPlatform().name]]);
  });

  test('in an air-gapped network: each kind of mirror, without a request to the registry', async () => {
    const connected = await Reader.create();
    await connected.follow('In an air-gapped network');
    const hashes = await hashesOfRelease();
    const kinds = ['As a folder on each machine', 'Unpacked', 'From a server'];
    for (const part of kinds) {
      const reader = await Reader.create();
      await cp(join(connected.folder, 'mirror'), join(reader.folder, 'mirror'), { recursive: true });
      const before = registry.requests.length;

      await reader.follow(part);

      const hosts = registry.requests.slice(before).map((request) => request.split('/')[0]);
      expect([part, hosts.filter((host) => host !== 'mirror.example')]).toEqual([part, []]);
      expect([part, await reader.resources()]).toEqual([part, 1]);
      const locked = part === 'From a server' ? ['linux_amd64', 'linux_arm64'] : [hostPlatform().name];
      expect([part, (await reader.lockedHashes('h1')).sort()]).toEqual([
        part,
        locked.map((name) => hashes[name]).sort(),
      ]);
    }
  });

  test('in a container: what the image holds is found without settings and without network', async () => {
    const image = temporaryFolder('coffer-image-');
    await layOutImage(image);
    const reader = await Reader.create({ XDG_DATA_DIRS: join(image, 'usr/share') });
    const before = registry.requests.length;

    await reader.follow('In a container');

    expect(registry.requests.slice(before)).toEqual([]);
    expect(await reader.resources()).toBe(1);
    expect(await reader.lockedHashes('h1')).toEqual([(await hashesOfRelease())[hostPlatform().name]]);
  });

  test('in a pipeline: the cache saves the download, and one process serves all commands', async () => {
    const first = await Reader.create();
    // The lock file is committed; the provider that it names is not installed yet.
    await first.type('terraform init\nrm -r .terraform');

    const output = await first.follow('In a pipeline');

    expect(output).toContain('No changes.');
    expect(await first.resources()).toBe(1);
    const before = registry.requests.length;
    const again = await first.type(
      'rm -r .terraform\nexport TF_PLUGIN_CACHE_DIR="$HOME/.terraform.d/plugin-cache"\nterraform init',
    );
    expect(again).toContain('from the shared cache directory');
    expect(registry.requests.slice(before).filter((request) => request.endsWith('.zip'))).toEqual([]);
  });

  test('has no other commands than those', () => {
    expect([...followed].sort()).toEqual(partsWithCommands().sort());
  });
});

/** Executes the steps of provider/Dockerfile, for this platform. */
async function layOutImage(root: string): Promise<void> {
  const dockerfile = await readFile(inRoot('provider/Dockerfile'), 'utf8');
  const of = (text: string) =>
    text.replace(/\$\{VERSION\}/g, VERSION).replace(/linux_\$\{TARGETARCH\}/g, hostPlatform().name);
  const [, workdir = ''] = /^WORKDIR \/(.*)$/m.exec(dockerfile) ?? [];
  const [, from = '', to = ''] = /^COPY --chmod=0755 (mirrors\S+) (\S+)$/m.exec(dockerfile) ?? [];
  const [, target = '', link = ''] = /^RUN ln -s (\S+) (\S+)$/m.exec(dockerfile) ?? [];
  await cp(join(RELEASE, of(from)), join(root, workdir, of(to)), { recursive: true });
  await symlink(target, join(root, workdir, link));
  expect((await readdir(join(root, 'usr/share/terraform/plugins'))).sort()).toEqual([link, target].sort());
}
