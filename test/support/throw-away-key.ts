import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '../../scripts/support/run';

/** An RSA key in a keyring of its own, for signing in tests. */
export class ThrowAwayKey implements AsyncDisposable {
  private constructor(
    private readonly home: string,
    readonly fingerprint: string,
  ) {}

  static async create(): Promise<ThrowAwayKey> {
    // A short path: gpg's agent has a socket in it.
    const home = await mkdtemp(join(tmpdir(), 'coffer-key-'));
    const env = { GNUPGHOME: home };
    const make = ['--batch', '--quiet', '--passphrase', '', '--quick-gen-key', 'Coffer tests <tests@coffer.example>'];
    await must('gpg', [...make, 'rsa3072', 'sign', 'never'], { env });
    const { stdout } = await must('gpg', ['--batch', '--with-colons', '--list-secret-keys'], { env });
    const [, fingerprint = ''] = /^fpr:+([0-9A-F]+):/m.exec(stdout) ?? [];
    return new ThrowAwayKey(home, fingerprint);
  }

  /** Does something with this keyring in the place of the account's own. */
  async within<T>(act: () => Promise<T>): Promise<T> {
    const before = process.env.GNUPGHOME;
    process.env.GNUPGHOME = this.home;
    try {
      return await act();
    } finally {
      if (before === undefined) delete process.env.GNUPGHOME;
      else process.env.GNUPGHOME = before;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await must('gpgconf', ['--kill', 'gpg-agent'], { env: { GNUPGHOME: this.home } });
    await rm(this.home, { recursive: true, force: true });
  }
}
