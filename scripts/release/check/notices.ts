import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { PLATFORMS } from '../../../framework/packaging/platforms';
import { untar } from '../../../framework/packaging/tar';
import type { Entry } from '../../../framework/packaging/zip';
import { archiveName } from '../names';
import { type Bill, billOf, type Check, type Folder, faultsOf, inFolder, oncePerFile } from './folder';
import { openArchive } from './open-archive';

/** Words that only the text of a licence has, by the beginning of its SPDX name. */
const WORDS: Readonly<Record<string, RegExp>> = {
  '0BSD': /Permission to use, copy, modify, and\/or distribute/,
  'Apache-2.0': /Grant of Patent License/,
  blessing: /May you do good and not evil/,
  BlueOak: /Blue Oak Model License/i,
  BSD: /Redistributions? (?:of|and use in)/,
  IJG: /Independent JPEG Group/,
  ISC: /Permission to use, copy, modify, and(?:\/or)?\s+distribute/,
  'LGPL-2.0': /GNU LIBRARY GENERAL PUBLIC LICENSE/,
  'LGPL-2.1': /GNU LESSER GENERAL PUBLIC LICENSE/,
  MIT: /Permission is hereby granted, free of charge/,
  Unicode: /UNICODE LICENSE V3/,
  Zlib: /This software is provided 'as-is'/,
};

/** Says what the notices of a package leave out: each component has a section, with the text of each licence that it is used under. */
export function faultsOfNotices(notices: string, components: Bill['components']): readonly string[] {
  const sections = notices.split(/^-{80}$/m).map((section) => section.trim());
  return components.flatMap(({ name, version, licenses = [] }) => {
    const expression = licenses[0]?.expression;
    if (!expression) return [`${name} ${version} has no licence in SPDX's terms`];
    const section = sections.find((text) => text.startsWith(`${name} ${version} (`));
    if (section === undefined) return [`the notices say nothing of ${name} ${version}`];
    return partsOf(expression)
      .filter((alternatives) => !alternatives.some((id) => hasText(section, id)))
      .map((alternatives) => `the notices have no text of ${alternatives.join(' or ')} for ${name} ${version}`);
  });
}

/** The alternatives in an expression: one of each list has to be there. */
const partsOf = (expression: string): readonly (readonly string[])[] =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .map((part) => part.split(' OR '));

const hasText = (section: string, id: string): boolean =>
  Object.entries(WORDS).some(([start, words]) => id.startsWith(start) && words.test(section));

/** Checks that every package with code of others has the notices for all of its bill of materials. */
export const checkNotices: Check = async (folder) => {
  const archives = PLATFORMS.map((platform) => archiveName(folder.version, platform));
  const packed = [
    ...archives.map((name) => ({ name, read: () => inArchive(folder, name) })),
    { name: `npm/coffer-emulator-${folder.version}.tgz`, read: () => inTarball(folder) },
  ];
  const faults = packed.map(async ({ name, read }) => {
    const found = await faultsOf(name, async () => {
      const bill = await billOf(folder, name);
      return bill ? faultsOfNotices(await read(), bill.components) : [];
    });
    return found.map((fault) => `${name}: ${fault}`);
  });
  return (await Promise.all(faults)).flat();
};

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const inArchive = (folder: Folder, name: string): Promise<string> => {
  const file = inFolder(folder, name);
  return oncePerFile('notices', file, async () => textOf((await openArchive(file)).files, NOTICES));
};

const inTarball = async (folder: Folder): Promise<string> => {
  const packed = await readFile(inFolder(folder, `npm/coffer-emulator-${folder.version}.tgz`));
  return textOf(untar(gunzipSync(packed)), `package/${NOTICES}`);
};

const textOf = (files: readonly Entry[], name: string): string =>
  files.find((file) => file.name === name)?.data.toString() ?? '';
