import { signatureFault } from '../../../framework/packaging/macho';
import { PLATFORMS, type Platform } from '../../../framework/packaging/platforms';
import { LIBRARY_FOLDER } from '../../../framework/packaging/program-files';
import type { Entry } from '../../../framework/packaging/zip';
import { archiveName, NAME, programName, relinkName } from '../names';
import { billOf, type Check, exists, faultsOf, inFolder, machinePathIn, oncePerFile } from './folder';
import { hashesOf, openArchive, programsOf } from './open-archive';

/** Checks that every platform's archive has the right program, complete and signed, licence and notices, and no path of the build machine. */
export const checkArchives: Check = async (folder) => {
  const faults = PLATFORMS.map(async (platform) => {
    const name = archiveName(folder.version, platform);
    const file = inFolder(folder, name);
    if (!(await exists(file))) return [];
    const found = await oncePerFile(`archive ${name}`, file, () =>
      faultsOf(name, async () => {
        const open = await openArchive(file);
        // Caches what the mirrors are compared with.
        await hashesOf(file, async () => open);
        await programsOf(file, async () => open);
        return faultsOfPackage(open.files, platform, folder.version);
      }),
    );
    return found.map((fault) => (fault.startsWith(name) ? fault : `${name}: ${fault}`));
  });
  return (await Promise.all(faults)).flat();
};

function faultsOfPackage(files: readonly Entry[], platform: Platform, version: string): readonly string[] {
  const start = programName(version, platform);
  const program = platform.os === 'linux' ? `${LIBRARY_FOLDER}/${NAME}` : start;
  const get = (name: string) => files.find((file) => file.name === name);
  const needed = [...new Set([start, program, 'LICENSE', 'THIRD-PARTY-NOTICES.txt'])];
  const notices = get('THIRD-PARTY-NOTICES.txt')?.data.toString() ?? '';
  // `notices.ts` compares the rest with the bill of materials.
  const words = ['relink', ...(platform.os === 'linux' ? ['snapshot.debian.org'] : [])];
  return [
    ...needed.filter((name) => !get(name)).map((name) => `it has no ${name}`),
    ...files
      .filter(({ name }) => name.startsWith(NAME) && name !== start)
      .map(({ name }) => `${name} is another program`),
    ...[start, program].filter((name) => get(name)?.executable === false).map((name) => `${name} cannot be executed`),
    ...(notices
      ? words.filter((word) => !notices.includes(word)).map((word) => `the notices say nothing of "${word.trim()}"`)
      : []),
    ...files.flatMap((file) => faultsOfFile(file, platform, file.name === program)),
  ];
}

function faultsOfFile({ name, data }: Entry, platform: Platform, isProgram: boolean): readonly string[] {
  const faults: string[] = [];
  const path = machinePathIn(data);
  if (path !== undefined) faults.push(`${name} holds a path of the machine that built it: ${path}`);
  const made = architectureOf(data);
  if (isProgram || made) {
    const [found, wanted] = [made, platform].map((system) =>
      system ? `${system.os} on ${system.arch}` : 'nothing that is known',
    );
    if (found !== wanted) faults.push(`${name} is made for ${found}, not for ${wanted}`);
  }
  const fault = made?.os === 'darwin' ? signatureFault(data) : undefined;
  if (fault !== undefined) faults.push(`${name} cannot run on macOS: ${fault}`);
  return faults;
}

type System = Pick<Platform, 'os' | 'arch'>;

const ELF = 0x464c457f;
const MACH_O = 0xfeedfacf;
const PE = 0x00004550;

const ELF_MACHINES: Readonly<Record<number, Platform['arch']>> = { 62: 'amd64', 183: 'arm64' };
const MACH_O_CPUS: Readonly<Record<number, Platform['arch']>> = { 16777223: 'amd64', 16777228: 'arm64' };
const PE_MACHINES: Readonly<Record<number, Platform['arch']>> = { 34404: 'amd64', 43620: 'arm64' };

/** The target of a program, by its header; undefined if it is unknown. */
function architectureOf(program: Buffer): System | undefined {
  const made = (os: System['os'], arch: System['arch'] | undefined) => arch && { os, arch };
  if (program.length < 64) return undefined;
  if (program.readUInt32LE(0) === ELF) return made('linux', ELF_MACHINES[program.readUInt16LE(18)]);
  if (program.readUInt32LE(0) === MACH_O) return made('darwin', MACH_O_CPUS[program.readUInt32LE(4)]);
  const header = program.toString('latin1', 0, 2) === 'MZ' ? program.readUInt32LE(60) : program.length;
  if (header + 6 > program.length || program.readUInt32LE(header) !== PE) return undefined;
  return made('windows', PE_MACHINES[program.readUInt16LE(header + 4)]);
}

/** Checks that each linux package's C library says the version of the bill of materials, and that the Debian package it is from is published, too. */
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
