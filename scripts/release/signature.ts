import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, run } from '../support/run';

/** The key is unsuitable, or gpg is missing. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
}

/** Registries accept RSA keys of at least this many bits. */
const MINIMUM_BITS = 3072;
const RSA = '1';

/**
 * Signs a file with a key from the caller's keyring, detached and binary, and exports the public half of the key. The time in the
 * signature is that of the release, or that of the key if the key is newer, so the same release gives the same signature.
 */
export async function signFile(file: string, key: string, atMs: number, publicKeyFile: string): Promise<void> {
  const { stdout } = await must('gpg', [
    '--batch',
    '--with-colons',
    '--fixed-list-mode',
    '--list-secret-keys',
    key,
  ]).catch(() => {
    throw new SigningError(`gpg has no secret key ${key}. Import it, or name another with --key.`);
  });
  const [, , bits = '', algorithm = '', , createdSeconds = '0'] = (/^sec:.*/m.exec(stdout)?.[0] ?? '').split(':');
  if (algorithm !== RSA || Number(bits) < MINIMUM_BITS) {
    throw new SigningError(
      `The key ${key} is not RSA of at least ${MINIMUM_BITS} bits, which the Terraform Registry asks for.`,
    );
  }
  const seconds = Math.max(Math.ceil(atMs / 1000), Number(createdSeconds) + 1);
  const time = `${new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+Z/g, '')}!`;
  const sign = ['--batch', '--yes', '--faked-system-time', time, '--digest-algo', 'SHA256', '--local-user', key];
  await must('gpg', [...sign, '--output', `${file}.sig`, '--detach-sign', file]);
  await must('gpg', ['--batch', '--yes', '--armor', '--no-emit-version', '--output', publicKeyFile, '--export', key]);
}

/** Verifies a detached signature with only a public key. Returns the fingerprint of the key, or undefined if the signature is invalid. */
export async function verifySignature(
  file: string,
  signature: string,
  publicKeyFile: string,
): Promise<string | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'coffer-gpg-'));
  const env = { GNUPGHOME: home };
  try {
    await chmod(home, 0o700);
    // The agent is not needed, and would keep running.
    const gpg = ['--batch', '--no-autostart', '--trust-model', 'always'];
    await must('gpg', [...gpg, '--import', publicKeyFile], { env });
    const { code, stdout } = await run('gpg', [...gpg, '--status-fd', '1', '--verify', signature, file], { env });
    const [, fingerprint] = /^\[GNUPG:\] VALIDSIG ([0-9A-F]+)/m.exec(stdout) ?? [];
    return code === 0 ? fingerprint : undefined;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
