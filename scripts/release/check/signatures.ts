import { readdir } from 'node:fs/promises';
import { CHECKSUMS, CHECKSUMS_SIGNATURE, SIGNING_KEY, signatureName, sumsName } from '../names';
import { verifySignature } from '../signature';
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

interface Signed {
  readonly file: string;
  readonly signature: string;
}

async function signedFiles(folder: Folder): Promise<readonly Signed[]> {
  const names = await readdir(inFolder(folder, 'maven'), { recursive: true }).catch(() => []);
  const forMaven = names.filter((name) => /\.(jar|pom)$/.test(name)).map((name) => `maven/${name}`);
  return [
    { file: sumsName(folder.version), signature: signatureName(folder.version) },
    { file: CHECKSUMS, signature: CHECKSUMS_SIGNATURE },
    ...forMaven.sort().map((file) => ({ file, signature: `${file}.asc` })),
  ];
}
