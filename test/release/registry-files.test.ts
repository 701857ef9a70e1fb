import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../framework/packaging/hashes';
import { version } from '../../package.json';
import { verifySignature } from '../../scripts/release/check/signatures';
import { RELEASE } from './support/build-release';

/** The files that the registries of Terraform and OpenTofu require. */

const name = (rest: string) => `terraform-provider-coffer_${version}_${rest}`;
const PLATFORMS = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64', 'windows_amd64', 'windows_arm64'];

test('there is an archive for each platform, the manifest, their checksums and a signature', async () => {
  const wanted = [...PLATFORMS.map((platform) => `${platform}.zip`), 'manifest.json', 'SHA256SUMS', 'SHA256SUMS.sig'];

  expect(await readdir(RELEASE)).toEqual(expect.arrayContaining(wanted.map(name)));
});

test('the checksums are those of the archives and of the manifest, which says that it is protocol 6', async () => {
  const lines = (await readFile(join(RELEASE, name('SHA256SUMS')), 'utf8')).trim().split('\n');
  const manifest = JSON.parse(await readFile(join(RELEASE, name('manifest.json')), 'utf8')) as unknown;

  expect(lines.map((line) => line.slice(66))).toEqual(
    [...PLATFORMS.map((platform) => name(`${platform}.zip`)), name('manifest.json')].sort(),
  );
  for (const line of lines) {
    expect(line).toBe(`${sha256(await readFile(join(RELEASE, line.slice(66))))}  ${line.slice(66)}`);
  }
  expect(manifest).toEqual({ version: 1, metadata: { protocol_versions: ['6.0'] } });
});

test('the signature fits the checksums and the key beside them', async () => {
  const sums = join(RELEASE, name('SHA256SUMS'));

  expect(await verifySignature(sums, `${sums}.sig`, join(RELEASE, 'signing-key.asc'))).toMatch(/^[0-9A-F]{40}$/);
});
