import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ClientEnvironment } from '../environment';
import { MAX_TOKEN_BYTES, parseToken, type Token, TokenProblem, type TokenSource } from './token';

/** Number of attempts, and wait between them, for a file that was readable before: somebody may be writing it at this moment. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 200;

/**
 * The token in a file that holds nothing else (`parseToken`), read by every `fetch`. A relative path starts at the working directory. A file
 * that was read once is read up to five times in 0.8 seconds before a `fetch` fails. The file's permissions are not checked: tools that
 * mount tokens into a container make them readable for all.
 */
export class TokenFile implements TokenSource {
  readonly againMs = 200;
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

  /** Reads at most one byte more than a token may have. */
  async #read(): Promise<Buffer> {
    try {
      // Non-blocking: opening a named pipe would wait for a writer.
      const handle = await open(this.file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        if (!(await handle.stat()).isFile()) throw this.#unreadable('it is not a regular file');
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_TOKEN_BYTES + 1), 0, MAX_TOKEN_BYTES + 1, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof TokenProblem) throw error;
      throw this.#unreadable(error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason');
    }
  }

  #unreadable(reason: string): TokenProblem {
    return new TokenProblem(
      `The file ${JSON.stringify(this.file)} of ${this.setting} cannot be read (${reason}). Give the path of a file that holds the token, ` +
        'absolute or relative to the folder that Terraform runs in.',
    );
  }
}
