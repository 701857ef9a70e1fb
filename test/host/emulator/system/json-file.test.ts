import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJsonFile, toFileError } from '../../../../emulator/system/json-file';
import { temporaryFolder } from '../support';

const refusal = (message: string) => expect.objectContaining({ name: 'StartError', message });

/** The path of a file with this text. */
function fileWith(text: string): string {
  const path = join(temporaryFolder(), 'thing.json');
  writeFileSync(path, text);
  return path;
}

test('a JSON file is read, with every digit of it, and with a byte order mark', () => {
  const path = fileWith('\ufeff{"size": 9223372036854775807}\n');

  expect(readJsonFile(path, 'thing file')).toEqual({ size: 9223372036854775807n });
});

test.each([
  ['{"a": 1,\n b: CANARY}', ', line 2, column 2'],
  ['{CANARY}', ', line 1, column 2'],
  ['\ufeff{CANARY}', ', line 1, column 2'],
  ['CANARY', ', line 1, column 1'],
  ['', ', line 1, column 1'],
  ['{\n  "a": [1, 2],\n  "b": [CANARY, "position 3"]\n}', ', line 3, column 9'],
  ['[\n CANARY, " at position 0"]', ', line 2, column 2'],
  ['{"a": [1,\r\n2,\r\n]}', ', line 3, column 1'],
  ['{"a": "1",\n "b": 2', ', line 2, column 8'],
  ['{"a": 1}\n}', ', line 2, column 1'],
  ['{"a": "CANARY\n', ', line 1, column 14'],
  [`{"a": ${'[1], '.repeat(50)}]`, ', line 1, column 12'],
  ['{"size": 9223372036854775807,\n "a": tru3}', ', line 2, column 10'],
])('of a file that is no JSON only the place is told: %j', (text, where) => {
  const path = fileWith(text);

  expect(() => readJsonFile(path, 'thing file')).toThrow(refusal(`The thing file ${path} is not valid JSON${where}.`));
});

test('a file that cannot be read is told with the reason', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sub'));

  expect(() => readJsonFile(join(folder, 'none'), 'thing file')).toThrow(
    refusal(`The thing file ${join(folder, 'none')} cannot be read: there is none.`),
  );
  expect(() => readJsonFile(join(folder, 'sub'), 'thing file')).toThrow(
    refusal(`The thing file ${join(folder, 'sub')} cannot be read: EISDIR: illegal operation on a directory, read.`),
  );
});

test('the problems of a file have a line each', () => {
  const problems = [
    { field: 'a.b', says: 'must be x' },
    { field: '', says: 'has unknown fields: y' },
  ];

  expect(toFileError('/f', 'thing file', problems)).toEqual(
    refusal('The thing file /f cannot be used:\n  "a.b" must be x\n  The file has unknown fields: y'),
  );
});
