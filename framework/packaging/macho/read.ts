/** A part of the file that is mapped into memory, and the position of its load command: all in bytes from the beginning of the file. */
export interface Segment {
  readonly name: string;
  readonly command: number;
  readonly fileOffset: number;
  readonly fileSize: number;
}

/** The properties of a program for macOS that signing needs; positions and sizes in bytes. */
interface MachO {
  /** As in the header: 0x01000007 is x86-64, 0x0100000c is ARM64. */
  readonly cpu: number;
  readonly segments: readonly Segment[];
  /** Position and content of the signature's load command. */
  readonly signature?: { readonly command: number; readonly offset: number; readonly size: number };
}

const MAGIC_64 = 0xfeedfacf;
const HEADER_SIZE = 32;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;

/** Reads header and load commands of a 64-bit Mach-O file for one architecture. Throws for another file, a universal one, or if these are cut. */
export function readMachO(file: Buffer): MachO {
  if (file.length < HEADER_SIZE || file.readUInt32LE(0) !== MAGIC_64) throw new Error('This is no 64-bit Mach-O file.');
  const segments: Segment[] = [];
  let signature: MachO['signature'];
  let command = HEADER_SIZE;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const kind = file.readUInt32LE(command);
    if (kind === LC_SEGMENT_64) {
      segments.push({
        name: file.toString('latin1', command + 8, command + 24).replace(/\0.*$/, ''),
        command,
        fileOffset: Number(file.readBigUInt64LE(command + 40)),
        fileSize: Number(file.readBigUInt64LE(command + 48)),
      });
    } else if (kind === LC_CODE_SIGNATURE) {
      signature = { command, offset: file.readUInt32LE(command + 8), size: file.readUInt32LE(command + 12) };
    }
    const size = file.readUInt32LE(command + 4);
    if (size < 8) throw new Error('The Mach-O file has a load command without a size.');
    command += size;
  }
  return { cpu: file.readUInt32LE(4), segments, ...(signature && { signature }) };
}

/** The segment with this name. Throws if there is none. */
export function segmentNamed({ segments }: MachO, name: string): Segment {
  const found = segments.find((segment) => segment.name === name);
  if (!found) throw new Error(`The Mach-O file has no segment ${name}.`);
  return found;
}
