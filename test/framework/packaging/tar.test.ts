import { expect, it } from 'vitest';
import { tar, untar } from '../../../framework/packaging/tar';

it('an archive that is cut short is refused', () => {
  const archive = tar([{ name: 'a.txt', data: Buffer.alloc(1000) }], 0);

  expect(() => untar(archive.subarray(0, 1024))).toThrow('The tar archive ends in the middle of a file.');
});
