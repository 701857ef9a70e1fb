import type { Platform } from '../../../framework/packaging/platforms';

type System = Pick<Platform, 'os' | 'arch'>;

const ELF = 0x464c457f;
const MACH_O = 0xfeedfacf;
const PE = 0x00004550;

const ELF_MACHINES: Readonly<Record<number, Platform['arch']>> = { 62: 'amd64', 183: 'arm64' };
const MACH_O_CPUS: Readonly<Record<number, Platform['arch']>> = { 16777223: 'amd64', 16777228: 'arm64' };
const PE_MACHINES: Readonly<Record<number, Platform['arch']>> = { 34404: 'amd64', 43620: 'arm64' };

/** The target of a program, by its header; undefined if it is unknown. */
export function architectureOf(program: Buffer): System | undefined {
  const made = (os: System['os'], arch: System['arch'] | undefined) => arch && { os, arch };
  if (program.length < 64) return undefined;
  if (program.readUInt32LE(0) === ELF) return made('linux', ELF_MACHINES[program.readUInt16LE(18)]);
  if (program.readUInt32LE(0) === MACH_O) return made('darwin', MACH_O_CPUS[program.readUInt32LE(4)]);
  const header = program.toString('latin1', 0, 2) === 'MZ' ? program.readUInt32LE(60) : program.length;
  if (header + 6 > program.length || program.readUInt32LE(header) !== PE) return undefined;
  return made('windows', PE_MACHINES[program.readUInt16LE(header + 4)]);
}
