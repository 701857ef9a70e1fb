import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../projenrc/names';
import { run } from '../../scripts/support/run';
import { ThrowAwayKey } from '../real/support/throw-away-key';
import { temporaryFolder } from '../unit/support/temporary-folder';
import { RELEASE } from './support/build-release';
import { commandsOf } from './support/guide';
import { World } from './support/world';

/**
 * "Verify a release" of the guide on installing, typed by a new user against a release whose signer they know. GitHub, the registries and the log of attestations are
 * stand-ins (support/world.ts); gpg, hashes and files are real.
 */

const ARCHIVE = `terraform-provider-coffer_${VERSION}_linux_amd64.zip`;

let key: ThrowAwayKey;
let stranger: ThrowAwayKey;
let good: World;

beforeAll(async () => {
  [key, stranger] = await Promise.all([ThrowAwayKey.create(), ThrowAwayKey.create()]);
  good = await World.of(RELEASE, key);
});

afterAll(async () => {
  for (const each of [good, key, stranger]) await each?.[Symbol.asyncDispose]();
});

/** Types parts of the page in an empty folder, with the fingerprint that SECURITY.md would name. */
async function follow(world: World, ...parts: readonly string[]) {
  const folder = temporaryFolder("reader's Höhle ");
  const commands = ['The script', ...parts].map(commandsOf).join('');
  const env = { ...world.env, COFFER_KEY: key.fingerprint, GNUPGHOME: join(folder, '.gnupg') };
  await writeFile(join(folder, 'typed.sh'), `mkdir -m 700 "$GNUPGHOME"\n${commands}`);
  const { code, output } = await run('bash', ['-euo', 'pipefail', 'typed.sh'], { cwd: folder, env });
  return { code, output: stripVTControlCharacters(output), folder };
}

const faultsIn = (output: string) => [...output.matchAll(/^FAULT: (.*)$/gm)].map(([, fault = '']) => fault);

describe('a good release', () => {
  test('is verified as a version: archives, packages, images and bills of materials', async () => {
    const { code, output, folder } = await follow(good, 'A version');

    expect({ code, faults: faultsIn(output) }, output).toEqual({ code: 0, faults: [] });
    const verified = Number(/(\d+) files are those that/.exec(output)?.[1]);
    const files = await readdir(join(folder, `coffer-${VERSION}`), { recursive: true, withFileTypes: true });
    // All but the list and its signature.
    expect(verified).toBe(files.filter((entry) => entry.isFile()).length - 2);
    const kinds = ['npm', 'pypi', 'maven'].map((kind) =>
      files.some(({ parentPath }) => parentPath.includes(`/${kind}`)),
    );
    expect(kinds).toEqual([true, true, true]);
    expect(output).toContain(`Attested by the release workflow of coffer/terraform-provider-coffer at v${VERSION}.`);
    expect(output).not.toContain('Not verified');
    const list = await readFile(join(folder, `coffer-${VERSION}`, 'CHECKSUMS'), 'utf8');
    expect(list).toContain(`  npm/coffer-emulator-${VERSION}.tgz\n`);
  });

  test('is verified from what somebody has already, also offline and without the script', async () => {
    const { code, output } = await follow(good, 'Files that you already have', 'Without the script');

    expect(code, output).toBe(0);
    expect(output.match(/: \d+ files are those that/g)).toHaveLength(2);
    expect(output).toContain('Not verified: that the workflow of the release built them');
    expect(output).toContain('Good signature');
    expect(output).toContain(`${ARCHIVE}: OK`);
  });
});

interface Manipulation {
  readonly manipulation: string;
  readonly plant: (world: World) => Promise<void>;
  /** Every fault that has to be named, and no other. */
  readonly named: readonly string[];
}

const flip = (data: Buffer) => {
  const changed = Buffer.from(data);
  changed.writeUInt8(changed.readUInt8(100) ^ 0xff, 100);
  return changed;
};

const change = (path: string) => async (world: World) => world.write(path, flip(await world.read(path)));

const changed = (path: string) => `${path} was changed: its hash is not the one that was signed`;

const jar = `dev/coffer/cdktf-coffer/${VERSION}/cdktf-coffer-${VERSION}.jar`;
const image = 'coffer/coffer-emulator';

const MANIPULATIONS: readonly Manipulation[] = [
  { manipulation: 'a changed archive', plant: change(`github/${ARCHIVE}`), named: [changed(ARCHIVE)] },
  {
    manipulation: 'no signature',
    plant: async (world) => rm(join(world.folder, 'github/CHECKSUMS.sig')),
    named: ['CHECKSUMS.sig is missing, so nobody vouches for CHECKSUMS'],
  },
  {
    manipulation: 'another package on npm',
    plant: change(`http/registry.npmjs.org/cdktf-coffer/-/cdktf-coffer-${VERSION}.tgz`),
    named: [changed(`npm/cdktf-coffer-${VERSION}.tgz`)],
  },
  {
    manipulation: 'another package on Maven Central',
    plant: change(`http/repo1.maven.org/maven2/${jar}`),
    named: [changed(`maven/${jar}`), `the signature of maven/${jar} does not fit`],
  },
  {
    manipulation: 'an image that the tag does not point to',
    plant: (world) =>
      world.write(
        `http/ghcr.io/v2/${image}/manifests/${VERSION}`,
        `docker-content-digest: sha256:${'0'.repeat(64)}\r\n`,
      ),
    named: [
      expect.stringMatching(
        new RegExp(`^the image ghcr.io/${image}:${VERSION} is sha256:0{64}, not sha256:`),
      ) as string,
    ],
  },
  {
    manipulation: 'a file that nobody signed',
    plant: (world) => world.write('github/install.sh', 'curl'),
    named: [`install.sh is no file of the release ${VERSION}`],
  },
  {
    manipulation: 'a list that no workflow attested',
    plant: (world) => world.write('attested', ''),
    named: [
      `the workflow of the release v${VERSION} has not attested CHECKSUMS`,
      expect.stringContaining('has not attested oci://ghcr.io/coffer/coffer-emulator@sha256:') as string,
      expect.stringContaining('has not attested oci://ghcr.io/coffer/terraform-provider-coffer@sha256:') as string,
    ],
  },
  {
    manipulation: 'a key that was revoked after the release',
    plant: async (world) =>
      world.write(`http/keys.openpgp.org/vks/v1/by-fingerprint/${key.fingerprint}`, await key.revoked()),
    named: ['CHECKSUMS is signed by a key that is revoked or has expired'],
  },
];

test.each(MANIPULATIONS)('$manipulation is found and named', async ({ plant, named }) => {
  await using world = await good.copy();

  await plant(world);

  const { code, output } = await follow(world, 'A version');
  expect(faultsIn(output), output).toEqual(named);
  expect(code).toBe(1);
});

test('a release that somebody else signed from end to end is found and named', async () => {
  await using world = await World.of(RELEASE, stranger);

  const { code, output } = await follow(world, 'A version');

  expect(faultsIn(output)).toEqual([
    `CHECKSUMS is signed by a foreign key: ${stranger.fingerprint}, not ${key.fingerprint}`,
  ]);
  expect(output).toContain('Nothing else was looked at');
  expect(code).toBe(1);
});
