import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJsonFile } from '../../../../emulator/system/json-file';
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
  ['\ufeff{CANARY}', ', line 1, column 2'],
  ['', ', line 1, column 1'],
  ['{\n  "a": [1, 2],\n  "b": [CANARY, "position 3"]\n}', ', line 3, column 9'],
  ['{"a": [1,\r\n2,\r\n]}', ', line 3, column 1'],
  [`{"a": ${'[1], '.repeat(50)}]`, ', line 1, column 12'],
  ['{"size": 9223372036854775807,\n "a": tru3}', ', line 2, column 10'],
])('of a file that is no JSON only the place is told: %j', (text, where) => {
  const path = fileWith(text);

  expect(() => readJsonFile(path, 'thing file')).toThrow(refusal(`The thing file ${path} is not valid JSON${where}.`));
});
