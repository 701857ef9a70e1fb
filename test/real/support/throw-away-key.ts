import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../../scripts/support/folders';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';

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
    const make = ['--quiet', '--passphrase', '', '--quick-gen-key', 'Coffer tests <tests@coffer.example>'];
    await gpg(home, ...make, algorithm, 'sign', 'never');
    const listed = await gpg(home, '--with-colons', '--list-secret-keys');
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(listed) ?? [];
    return new ThrowAwayKey(home, fingerprint);
  }

  /** The key with its secret half, in ASCII armour; it has no passphrase. */
  secret(): Promise<string> {
    return gpg(this.home, '--armor', '--export-secret-keys', this.fingerprint);
  }

  /** The public half in ASCII armour. */
  publicKey(): Promise<string> {
    return gpg(this.home, '--armor', '--export', this.fingerprint);
  }

  /** The public half with a revocation, in ASCII armour. The key itself stays as it is. */
  async revoked(): Promise<string> {
    await using home = await temporaryFolder('coffer-key-');
    const [key, revocation] = [join(home.path, 'public'), join(home.path, 'revocation')];
    const certificate = await readFile(join(this.home, 'openpgp-revocs.d', `${this.fingerprint}.rev`), 'utf8');
    await writeFile(key, await this.publicKey());
    // gpg writes a colon before it, so that nobody imports it by mistake.
    await writeFile(revocation, certificate.replace(/^:(?=-----BEGIN)/m, ''));
    await gpg(home.path, '--no-autostart', '--import', key, revocation);
    return await gpg(home.path, '--armor', '--export', this.fingerprint);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await must('gpgconf', ['--kill', 'gpg-agent'], { env: { GNUPGHOME: this.home } });
    await rm(this.home, { recursive: true, force: true });
  }
}

/** What gpg prints with the keyring in a folder. */
const gpg = async (home: string, ...args: readonly string[]) =>
  (await must('gpg', ['--batch', ...args], { env: { GNUPGHOME: home } })).stdout;

/** Signs a release as its workflow does. Returns the files that it attests, one line each. */
export async function signRelease(folder: string, secretKey: string): Promise<string> {
  const env = { GPG_PRIVATE_KEY: secretKey, GPG_PASSPHRASE: '' };
  return (await must('bash', [inRoot('scripts/workflows/sign-release.sh'), folder], { env })).stdout;
}
