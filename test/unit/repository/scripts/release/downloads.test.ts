import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { download } from '../../../../../scripts/release/downloads';
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
