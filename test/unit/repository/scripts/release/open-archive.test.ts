import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveHash, packageHash } from '../../../../../framework/packaging/hashes';
import { unzip, zip } from '../../../../../framework/packaging/zip';
import { hashesOf, programsOf } from '../../../../../scripts/release/check/open-archive';
import { temporaryFolder } from '../../../support/temporary-folder';

const PROGRAM = { name: 'lib/run', data: Buffer.from('x'), executable: true };
const FOLDER = { name: 'lib/', data: Buffer.alloc(0), executable: true };

test('an entry for a folder counts in the hash of an archive, as in that of Terraform, and is no program', async () => {
  const archive = await zip([FOLDER, PROGRAM], 0);
  const file = join(temporaryFolder(), 'a.zip');
  await writeFile(file, archive);

  expect(await hashesOf(file)).toEqual([packageHash([FOLDER, PROGRAM]), archiveHash(archive)]);
  expect(await programsOf(file)).toEqual([PROGRAM.name]);
  expect(unzip(archive)).toEqual([PROGRAM]);
});
