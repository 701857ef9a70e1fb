import { chmod } from 'node:fs/promises';
import { temporaryFolder } from '../support/folders';
import { must, run } from '../support/run';

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
