import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { debianPackage, download } from '../../../../../scripts/release/downloads';
import { listen } from '../../../support/listen';
import { temporaryFolder } from '../../../support/temporary-folder';

/** SHA-256 of "right", as lock files write it. */
const INTEGRITY = 'sha256-JwQvTm7KfQsqfuQCbfLs+lHTM55tEiqgmRGOzYVjutk=';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('COFFER_DOWNLOADS', folder);
});
afterEach(() => vi.unstubAllEnvs());

const fetching = (text: string) => {
  const calls: string[] = [];
  const fetch = async (to: string) => {
    calls.push(to);
    writeFileSync(join(to, 'whatever'), text);
  };
  return { calls, options: { name: 'thing.tgz', integrity: INTEGRITY, fetch } };
};

test('what has been fetched is kept, and not fetched again', async () => {
  const { calls, options } = fetching('right');

  const first = await download(options);
  const second = await download(options);

  expect([first.toString(), second.toString(), calls.length]).toEqual(['right', 'right', 1]);
  expect(readdirSync(folder)).toEqual(['thing.tgz']);
});

test('what is not what it has to be is refused and not kept', async () => {
  await expect(download(fetching('wrong').options)).rejects.toThrow('thing.tgz is not the file that it has to be');
  expect(readdirSync(folder)).toEqual([]);
});

test('what was damaged where it is kept is fetched again', async () => {
  writeFileSync(join(folder, 'thing.tgz'), 'damaged');

  expect((await download(fetching('right').options)).toString()).toBe('right');
});

const LIBTHING = { name: 'libthing', version: '1.0', arch: 'arm64' };

describe('a Debian package where apt does not have it', () => {
  beforeEach(() => {
    vi.stubEnv('PATH', folder);
  });

  test('comes from the archive, by its SHA-1', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.end('right');
    });
    vi.stubEnv('COFFER_DEBIAN_ARCHIVE', `http://127.0.0.1:${await listen(server)}/file/`);

    const data = await debianPackage(LIBTHING, INTEGRITY, 'abc');

    expect([data.toString(), asked]).toEqual(['right', ['/file/abc']]);
  });

  test('is an error that names the setting where no archive is set', async () => {
    vi.stubEnv('COFFER_DEBIAN_ARCHIVE', undefined);

    await expect(debianPackage(LIBTHING, INTEGRITY, 'abc')).rejects.toThrow(
      'apt does not have libthing_1.0_arm64.deb. Set COFFER_DEBIAN_ARCHIVE',
    );
  });
});
