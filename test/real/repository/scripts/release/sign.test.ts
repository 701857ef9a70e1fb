import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../../../framework/packaging/hashes';
import { verifySignature } from '../../../../../scripts/release/check/signatures';
import { inRoot } from '../../../../../scripts/support/paths';
import { run } from '../../../../../scripts/support/run';
import { temporaryFolder } from '../../../../unit/support/temporary-folder';
import { signRelease, ThrowAwayKey } from '../../../support/throw-away-key';

/** The job of a release's workflow that has the key: what it signs, and what it refuses to. */

const SUMS = 'terraform-provider-coffer_1.2.3_SHA256SUMS';

/** A release as small as can be, with its list. */
async function built(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = temporaryFolder("coffer's release-");
  const all = {
    [SUMS]: 'sums',
    'go/cdktf-coffer-go/coffer/go.mod': 'module',
    'maven/dev/coffer/x/1.2.3/x-1.2.3.jar': 'jar',
    'maven/dev/coffer/x/1.2.3/x-1.2.3.jar.md5': 'md5',
    'maven/dev/coffer/x/1.2.3/x-1.2.3.pom': 'pom',
    'npm/x-1.2.3.tgz': 'package',
    'pypi/x-1.2.3.tar.gz': 'source',
    'sbom/x.cdx.json': '{}',
    ...files,
  };
  const list = Object.entries(all).map(([name, text]) => `${sha256(Buffer.from(text))}  ${name}\n`);
  for (const [name, text] of Object.entries({ ...all, CHECKSUMS: list.sort().join('') })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test('it signs the lists and the files for Maven, lists the signatures, and prints what to attest', async () => {
  await using key = await ThrowAwayKey.create();
  const folder = await built();

  const subjects = await signRelease(folder, await key.secret());

  const signed = { [SUMS]: '.sig', CHECKSUMS: '.sig', 'maven/dev/coffer/x/1.2.3/x-1.2.3.jar': '.asc' };
  for (const [file, suffix] of Object.entries(signed)) {
    const path = join(folder, file);
    expect(await verifySignature(path, `${path}${suffix}`, join(folder, 'signing-key.asc'))).toBe(key.fingerprint);
  }
  const names = subjects
    .trim()
    .split('\n')
    .map((line) => line.slice(66));
  expect(names).toEqual([
    'CHECKSUMS',
    'CHECKSUMS.sig',
    'maven/dev/coffer/x/1.2.3/x-1.2.3.jar',
    'maven/dev/coffer/x/1.2.3/x-1.2.3.pom',
    'npm/x-1.2.3.tgz',
    'pypi/x-1.2.3.tar.gz',
    'sbom/x.cdx.json',
    'signing-key.asc',
    SUMS,
    `${SUMS}.sig`,
  ]);
  expect(subjects).toContain(`${sha256(await readFile(join(folder, 'CHECKSUMS')))}  CHECKSUMS\n`);
  const listed = (await readFile(join(folder, 'CHECKSUMS'), 'utf8')).split('\n').map((line) => line.slice(66));
  expect(listed).toEqual(
    expect.arrayContaining([`${SUMS}.sig`, 'signing-key.asc', 'maven/dev/coffer/x/1.2.3/x-1.2.3.pom.asc']),
  );
  expect(await readFile(join(folder, 'signing-key.asc'), 'utf8')).not.toContain('PRIVATE');
});

async function refused(folder: string, secretKey: string) {
  const env = { GPG_PRIVATE_KEY: secretKey, GPG_PASSPHRASE: '' };
  const { code, output } = await run('bash', [inRoot('scripts/workflows/sign-release.sh'), folder], { env });
  expect(code).not.toBe(0);
  await expect(readFile(join(folder, 'CHECKSUMS.sig'))).rejects.toThrow('ENOENT');
  return output;
}

test('it signs nothing that differs from the list, and nothing that is not in it', async () => {
  await using key = await ThrowAwayKey.create();
  const [other, more] = [await built(), await built()];
  await writeFile(join(other, 'npm/x-1.2.3.tgz'), 'another');
  await writeFile(join(more, 'npm/y-1.2.3.tgz'), 'more');

  expect(await refused(other, await key.secret())).toContain('npm/x-1.2.3.tgz: FAILED');
  expect(await refused(more, await key.secret())).toContain('Not in CHECKSUMS, so not signed: npm/y-1.2.3.tgz');
});

test('it refuses a key that registries refuse, and one that is none', async () => {
  await using small = await ThrowAwayKey.create('rsa2048');
  await using curve = await ThrowAwayKey.create('ed25519');
  const folder = await built();

  for (const key of [small, curve]) {
    expect(await refused(folder, await key.secret())).toContain('The key is not RSA of at least 3072 bits');
  }
  expect(await refused(folder, await small.publicKey())).toContain('GPG_PRIVATE_KEY holds no secret key');
});

test('two builds that differ are named, and equal ones are not', async () => {
  const [one, same, other] = [await built(), await built(), await built({ 'npm/x-1.2.3.tgz': 'another' })];
  const compare = (a: string, b: string) =>
    run('bash', [inRoot('scripts/workflows/same-build.sh'), join(a, 'CHECKSUMS'), join(b, 'CHECKSUMS')]);

  expect((await compare(one, same)).code).toBe(0);
  expect(await compare(one, other)).toMatchObject({
    code: 1,
    output: 'Two builds of this commit differ, so nobody signs one of them:\nnpm/x-1.2.3.tgz\n',
  });
  await writeFile(join(other, 'CHECKSUMS'), '');
  expect((await compare(one, other)).code).toBe(1);
  expect((await compare(one, join(other, 'nowhere'))).code).toBe(1);
});
