import { expect, it } from 'vitest';
import { tar, untar } from '../../../framework/packaging/tar';

it('reads what it writes, sorted by name, and throws for an archive that is cut short', () => {
  const files = [
    { name: 'b.txt', data: Buffer.alloc(1000, 'b'), executable: true },
    { name: 'a.txt', data: Buffer.from('a'), executable: false },
  ];
  const archive = tar(files, 0);

  expect(untar(archive)).toEqual(files.toReversed());
  expect(() => untar(archive.subarray(0, 2000))).toThrow('The tar archive ends in the middle of a file.');
});
