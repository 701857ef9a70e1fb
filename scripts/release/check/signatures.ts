import { chmod, readdir } from 'node:fs/promises';
import { temporaryFolder } from '../../support/folders';
import { must, run } from '../../support/run';
import { CHECKSUMS, CHECKSUMS_SIGNATURE, SIGNING_KEY, signatureName, sumsName } from '../names';
import { type Check, exists, type Folder, inFolder } from './folder';

/**
 * Checks that one key has signed what registries verify: the list of the provider's archives, that of all files, and each file for Maven
 * Central. A release that is not signed yet has none of these signatures.
 */
export const checkSignatures: Check = async (folder) => {
  const signed = await signedFiles(folder);
  const files = [SIGNING_KEY, ...signed.map(({ signature }) => signature)];
  const there = await Promise.all(files.map((name) => exists(inFolder(folder, name))));
  if (!folder.signed)
    return files.filter((_, index) => there[index]).map((name) => `${name} is there before anybody signed`);
  const missing = files.filter((_, index) => !there[index]);
  if (missing.length > 0) return missing.map((name) => `${name} is missing`);
  const faults: string[] = [];
  for (const { file, signature } of signed) {
    const paths = [file, signature, SIGNING_KEY].map((name) => inFolder(folder, name)) as [string, string, string];
    if ((await verifySignature(...paths)) === undefined) faults.push(`the signature of ${file} does not fit`);
  }
  return faults;
};

async function signedFiles(folder: Folder) {
  const names = await readdir(inFolder(folder, 'maven'), { recursive: true }).catch(() => []);
  const forMaven = names.filter((name) => /\.(jar|pom)$/.test(name)).map((name) => `maven/${name}`);
  return [
    { file: sumsName(folder.version), signature: signatureName(folder.version) },
    { file: CHECKSUMS, signature: CHECKSUMS_SIGNATURE },
    ...forMaven.sort().map((file) => ({ file, signature: `${file}.asc` })),
  ];
}

/** Verifies a detached signature with only a public key. Returns the fingerprint of the key, or undefined if the signature is invalid. */
export async function verifySignature(
  file: string,
  signature: string,
  publicKeyFile: string,
): Promise<string | undefined> {
  await using home = await temporaryFolder('coffer-gpg-');
  const env = { GNUPGHOME: home.path };
  await chmod(home.path, 0o700);
  // The agent is not needed, and would keep running.
  const gpg = ['--batch', '--no-autostart', '--trust-model', 'always'];
  await must('gpg', [...gpg, '--import', publicKeyFile], { env });
  const { code, stdout } = await run('gpg', [...gpg, '--status-fd', '1', '--verify', signature, file], { env });
  const [, fingerprint] = /^\[GNUPG:\] VALIDSIG ([0-9A-F]+)/m.exec(stdout) ?? [];
  return code === 0 ? fingerprint : undefined;
}
