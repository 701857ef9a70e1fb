import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';

/** An RSA key in a keyring of its own, for signing in tests. */
export class ThrowAwayKey implements AsyncDisposable {
  private constructor(
    private readonly home: string,
    readonly fingerprint: string,
  ) {}

  /** @param algorithm as gpg names it; registries take this one */
  static async create(algorithm = 'rsa3072'): Promise<ThrowAwayKey> {
    // A short path: gpg's agent has a socket in it.
    const home = await mkdtemp(join(tmpdir(), 'coffer-key-'));
    const env = { GNUPGHOME: home };
    const make = ['--batch', '--quiet', '--passphrase', '', '--quick-gen-key', 'Coffer tests <tests@coffer.example>'];
    await must('gpg', [...make, algorithm, 'sign', 'never'], { env });
    const { stdout } = await must('gpg', ['--batch', '--with-colons', '--list-secret-keys'], { env });
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(stdout) ?? [];
    return new ThrowAwayKey(home, fingerprint);
  }

  /** The key with its secret half, in ASCII armour; it has no passphrase. */
  async secret(): Promise<string> {
    const env = { GNUPGHOME: this.home };
    return (await must('gpg', ['--batch', '--armor', '--export-secret-keys', this.fingerprint], { env })).stdout;
  }

  /** The public half in ASCII armour. */
  async publicKey(): Promise<string> {
    const env = { GNUPGHOME: this.home };
    return (await must('gpg', ['--batch', '--armor', '--export', this.fingerprint], { env })).stdout;
  }

  /** The public half with a revocation, in ASCII armour. The key itself stays as it is. */
  async revoked(): Promise<string> {
    const home = await mkdtemp(join(tmpdir(), 'coffer-key-'));
    try {
      const env = { GNUPGHOME: home };
      const certificate = await readFile(join(this.home, 'openpgp-revocs.d', `${this.fingerprint}.rev`), 'utf8');
      await writeFile(join(home, 'public'), await this.publicKey());
      // gpg writes a colon before it, so that nobody imports it by mistake.
      await writeFile(join(home, 'revocation'), certificate.replace(/^:(?=-----BEGIN)/m, ''));
      await must('gpg', ['--batch', '--no-autostart', '--import', join(home, 'public'), join(home, 'revocation')], {
        env,
      });
      return (await must('gpg', ['--batch', '--armor', '--export', this.fingerprint], { env })).stdout;
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  }

  /** A detached signature of a file. */
  async sign(file: string): Promise<Buffer> {
    const folder = await mkdtemp(join(tmpdir(), 'coffer-signature-'));
    try {
      await must('gpg', ['--batch', '--output', join(folder, 'sig'), '--detach-sign', file], {
        env: { GNUPGHOME: this.home },
      });
      return await readFile(join(folder, 'sig'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await must('gpgconf', ['--kill', 'gpg-agent'], { env: { GNUPGHOME: this.home } });
    await rm(this.home, { recursive: true, force: true });
  }
}

/** Signs a release as its workflow does. Returns the files that it attests, one line each. */
export async function signRelease(folder: string, secretKey: string): Promise<string> {
  const env = { GPG_PRIVATE_KEY: secretKey, GPG_PASSPHRASE: '' };
  return (await must('bash', [inRoot('scripts/workflows/sign-release.sh'), folder], { env })).stdout;
}
