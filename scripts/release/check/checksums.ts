import { readFile } from 'node:fs/promises';
import { checksumsOf, sumOf } from '../checksums';
import { CHECKSUMS } from '../names';
import { type Check, inFolder, oncePerFile } from './folder';

/** Checks that the list of checksums covers every file of the release, with the right checksum. */
export const checkChecksums: Check = async (folder) => {
  const lines = (await readFile(inFolder(folder, CHECKSUMS), 'utf8')).trimEnd().split('\n');
  const said = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const found = await checksumsOf(folder.path, (file) => oncePerFile('sum', file, () => sumOf(file)));
  return [
    ...[...said.keys()].filter((name) => !found.has(name)).map((name) => `${name} is in ${CHECKSUMS} and missing`),
    ...[...found.keys()].filter((name) => !said.has(name)).map((name) => `${name} is not in ${CHECKSUMS}`),
    ...[...said]
      .filter(([name, sum]) => (found.get(name) ?? sum) !== sum)
      .map(([name]) => `${name} is not what ${CHECKSUMS} says`),
  ];
};
