import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ClientEnvironment } from './environment';
import { MAX_TOKEN_BYTES, parseToken, type Token, TokenProblem, type TokenSource } from './token';

/** How often, and after how long, a file is looked at again that was there before: somebody may be writing it at this moment. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 200;

/**
 * The token in a file, read again whenever one is asked for. A relative path begins at the working folder. Who else may read the file
 * is not looked at: what mounts tokens into a container makes them readable for all.
 */
export class TokenFile implements TokenSource {
  #wasThere = false;

  constructor(
    readonly setting: string,
    private readonly file: string,
    private readonly environment: Pick<ClientEnvironment, 'sleep'>,
  ) {}

  async fetch(): Promise<Token> {
    for (let look = 1; ; look += 1) {
      try {
        const token = parseToken(await this.#read(), `The file ${JSON.stringify(this.file)} of ${this.setting}`);
        this.#wasThere = true;
        return token;
      } catch (error) {
        if (!this.#wasThere || look >= LOOKS || !(error instanceof TokenProblem)) throw error;
        await this.environment.sleep(BETWEEN_LOOKS_MS);
      }
    }
  }

  /** At most one byte more than a token may have. */
  async #read(): Promise<Buffer> {
    try {
      // Not blocking: opening a named pipe would wait for somebody who writes into it.
      const handle = await open(this.file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        if (!(await handle.stat()).isFile()) throw new TokenProblem(this.#unreadable('it is no regular file'));
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_TOKEN_BYTES + 1), 0, MAX_TOKEN_BYTES + 1, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof TokenProblem) throw error;
      throw new TokenProblem(
        this.#unreadable(error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'),
      );
    }
  }

  #unreadable(reason: string): string {
    return (
      `The file ${JSON.stringify(this.file)} of ${this.setting} cannot be read (${reason}). Give the path of a file that holds the token, ` +
      'absolute or relative to the folder that Terraform runs in.'
    );
  }
}
