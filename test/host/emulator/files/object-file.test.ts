import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireTaken } from '../../../../emulator/files/object-file';
import { ObjectFiles } from '../../../../emulator/files/object-files';
import { temporaryFolder } from '../support';

test('a disk that takes only some of the bytes is full', () => {
  const pieces = [Buffer.alloc(2), Buffer.alloc(3)];

  expect(() => requireTaken(5, pieces)).not.toThrow();
  expect(() => requireTaken(4, pieces)).toThrow(
    expect.objectContaining({ code: 'ENOSPC', message: 'The disk took 4 of 5 bytes of an object.' }),
  );
});

test('a file that cannot be written leaves nothing, and the failure is told as it is', () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);
  files.writeNow([Buffer.from('first')]);
  const half = join(folder, 'objects', `${files.writer}-2.part`);
  writeFileSync(half, 'in the way');

  expect(() => files.writeNow([Buffer.from('second')])).toThrow(
    expect.objectContaining({ code: 'EEXIST', syscall: 'open' }),
  );
  expect(files.names()).toEqual([`${files.writer}-1`]);
  rmSync(join(folder, 'objects'), { recursive: true });
  expect(() => files.writeNow([Buffer.from('third')])).toThrow(
    expect.objectContaining({ code: 'ENOENT', syscall: 'open' }),
  );
});

test('the names of files come from the database, which somebody may have changed: a path is refused', () => {
  const files = new ObjectFiles(temporaryFolder());

  expect(() => files.readNow('../secret')).toThrow('"../secret" is not the name of a file of bytes.');
});
