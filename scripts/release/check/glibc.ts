import { PLATFORMS } from '../../../framework/packaging/platforms';
import { LIBRARY_FOLDER } from '../../../framework/packaging/program-files';
import { archiveName, relinkName } from '../names';
import { billOf, type Check, exists, inFolder } from './folder';
import { openArchive } from './open-archive';

/**
 * Checks that the C library of each linux package says of itself that it is the version in the bill of materials, and that the Debian
 * package it comes from is published, too.
 */
export const checkGlibc: Check = async (folder) => {
  const faults: string[] = [];
  const relink = inFolder(folder, relinkName(folder.version));
  const published = (await exists(relink)) ? (await openArchive(relink)).files.map(({ name }) => name) : [];
  for (const platform of PLATFORMS.filter(({ os }) => os === 'linux')) {
    const name = archiveName(folder.version, platform);
    const bill = await billOf(folder, name);
    if (!bill) continue;
    const version = bill.components.find((component) => component.name === 'glibc')?.version;
    const library = (await openArchive(inFolder(folder, name))).files.find(
      (file) => file.name === `${LIBRARY_FOLDER}/libc.so.6`,
    );
    const [, found = 'nothing'] = /GLIBC (\d[^\s)]*)\)/.exec(library?.data.toString('latin1') ?? '') ?? [];
    if (found !== version)
      faults.push(`${name}: the C library is ${found}, not ${version} as its bill of materials says`);
    const origin = `libc6_${found}_${platform.arch}.deb`;
    if (!published.includes(origin)) faults.push(`${relinkName(folder.version)} has no ${origin}`);
  }
  return faults;
};
