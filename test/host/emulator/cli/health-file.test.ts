import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepHealthFile } from '../../../../emulator/cli/health-file';
import { temporaryFolder } from '../support';

const URL = 'http://127.0.0.1:4000';

test.each([undefined, 'http://127.0.0.1:1\n', 'https://localhost:2\n'])(
  'it holds the URL while the emulator serves, in the place of that of an earlier one, and is gone afterwards: %j',
  (before) => {
    const file = join(temporaryFolder(), 'health');
    if (before !== undefined) writeFileSync(file, before);

    const stop = keepHealthFile(file, URL);

    expect(readFileSync(file, 'utf8')).toBe(`${URL}\n`);
    stop();
    expect(existsSync(file)).toBe(false);
    // Somebody may have removed it already.
    expect(stop).not.toThrow();
  },
);

test.each(['', 'notes', 'http://a', 'see http://a\n', 'http://a\nmore\n'])(
  'a file of somebody else stays: %j',
  (before) => {
    const file = join(temporaryFolder(), 'health');
    writeFileSync(file, before);

    expect(() => keepHealthFile(file, URL)).toThrow(
      `The health file ${file} exists and is not of an emulator. Give another --health-file.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
  },
);

test('a folder that is not there is an error that names the file', () => {
  const file = join(temporaryFolder(), 'no', 'health');

  expect(() => keepHealthFile(file, URL)).toThrow(`The health file ${file} cannot be written: ENOENT`);
});
