/*
 * Programs for macOS and their ad-hoc signature, as written by linkers: a "super blob" with one "code directory", which contains the SHA-256 of
 * every page of the file up to the signature, in big-endian numbers. Apple documents the format in its kernel's header `cs_blobs.h`.
 */

import { createHash } from 'node:crypto';
import { messageOf } from '../failure';

/** A part of the file that is mapped into memory, and the position of its load command: all in bytes from the beginning of the file. */
interface Segment {
  readonly name: string;
  readonly command: number;
  readonly fileOffset: number;
  readonly fileSize: number;
}

/** The properties of a program for macOS that signing needs; positions and sizes in bytes. */
interface MachO {
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
  return { segments, ...(signature && { signature }) };
}

/** The segment with this name. Throws if there is none. */
export function segmentNamed({ segments }: MachO, name: string): Segment {
  const found = segments.find((segment) => segment.name === name);
  if (!found) throw new Error(`The Mach-O file has no segment ${name}.`);
  return found;
}

/** Bytes of a page, independent of the machine's page size. */
const PAGE_SIZE = 4096;
const HASH_SIZE = 32;

const SUPER_BLOB = 0xfade0cc0;
const SUPER_BLOB_SIZE = 20;
const CODE_DIRECTORY = 0xfade0c02;
const CODE_DIRECTORY_SIZE = 88;
/** The version whose header has the fields of the executable segment. */
const VERSION = 0x20400;
const ADHOC_LINKER_SIGNED = 0x20002;
const SHA256 = 2;
const MAIN_BINARY = 1n;

const pageCount = (codeLimit: number) => Math.ceil(codeLimit / PAGE_SIZE);

/** SHA-256 of each page of the first `codeLimit` bytes; the last page may be shorter. */
export function pageHashes(file: Buffer, codeLimit: number): readonly Buffer[] {
  return Array.from({ length: pageCount(codeLimit) }, (_, page) =>
    createHash('sha256')
      .update(file.subarray(page * PAGE_SIZE, Math.min((page + 1) * PAGE_SIZE, codeLimit)))
      .digest(),
  );
}

/** Size in bytes of the signature of `codeLimit` bytes of code. */
const signatureSize = (identifier: string, codeLimit: number): number =>
  SUPER_BLOB_SIZE + CODE_DIRECTORY_SIZE + identifier.length + 1 + pageCount(codeLimit) * HASH_SIZE;

/** The signature to append to the first `codeLimit` bytes of a file, whose load commands describe it already. `identifier` is ASCII. */
function adHocSignature(file: Buffer, identifier: string, codeLimit: number, textSize: number): Buffer {
  const size = signatureSize(identifier, codeLimit);
  const hashOffset = CODE_DIRECTORY_SIZE + identifier.length + 1;
  const head = Buffer.alloc(SUPER_BLOB_SIZE + hashOffset);
  const numbers = [SUPER_BLOB, size, 1, 0, SUPER_BLOB_SIZE];
  numbers.push(CODE_DIRECTORY, size - SUPER_BLOB_SIZE, VERSION, ADHOC_LINKER_SIGNED, hashOffset, CODE_DIRECTORY_SIZE);
  numbers.push(0, pageCount(codeLimit), codeLimit);
  for (const [index, number] of numbers.entries()) head.writeUInt32BE(number, 4 * index);
  const directory = head.subarray(SUPER_BLOB_SIZE);
  directory.set([HASH_SIZE, SHA256, 0, Math.log2(PAGE_SIZE)], 36);
  directory.writeBigUInt64BE(BigInt(textSize), 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  directory.write(identifier, CODE_DIRECTORY_SIZE, 'latin1');
  return Buffer.concat([head, ...pageHashes(file, codeLimit)]);
}

/** The bytes that a signature covers, and the SHA-256 of their pages, in hex. Throws unless it has that of all pages of 4096 bytes. Compares none. */
export function readCodeDirectory(signature: Buffer) {
  if (signature.length < SUPER_BLOB_SIZE || signature.readUInt32BE(0) !== SUPER_BLOB)
    throw new Error('There is no signature.');
  const directory = signature.subarray(signature.readUInt32BE(16));
  if (directory.length < 40 || directory.readUInt32BE(0) !== CODE_DIRECTORY)
    throw new Error('The signature has no code directory.');
  const hashOffset = directory.readUInt32BE(16);
  const [count, codeLimit] = [directory.readUInt32BE(28), directory.readUInt32BE(32)];
  const kind = [...directory.subarray(36, 40)];
  if (kind[0] !== HASH_SIZE || kind[1] !== SHA256 || kind[3] !== Math.log2(PAGE_SIZE))
    throw new Error('The signature does not use SHA-256 of pages of 4096 bytes.');
  if (count !== pageCount(codeLimit)) throw new Error('The signature has another number of pages than its code.');
  return {
    codeLimit,
    pages: Array.from({ length: count }, (_, page) =>
      directory.toString('hex', hashOffset + page * HASH_SIZE, hashOffset + (page + 1) * HASH_SIZE),
    ),
  };
}

/** Memory is mapped in units of this size on ARM64, and of smaller ones on x86-64. */
const MEMORY_PAGE = 0x4000;

/**
 * Signs a program for macOS ad hoc in the place of the signature with which it ends, which Bun leaves wrong for x86-64. Returns a new file.
 * `identifier` names the program, in ASCII. Throws for a file that `readMachO` does not read, or that does not end with a signature.
 */
export function signAdHoc(program: Buffer, identifier: string): Buffer {
  const machO = readMachO(program);
  const { signature } = machO;
  if (!signature) throw new Error('The Mach-O file has no room for a signature.');
  if (signature.offset + signature.size !== program.length)
    throw new Error('The signature is not the end of the Mach-O file.');

  const size = signatureSize(identifier, signature.offset);
  const linkEdit = segmentNamed(machO, '__LINKEDIT');
  const code = Buffer.from(program.subarray(0, signature.offset));
  const linkEditSize = signature.offset + size - linkEdit.fileOffset;
  code.writeUInt32LE(size, signature.command + 12);
  code.writeBigUInt64LE(BigInt(Math.ceil(linkEditSize / MEMORY_PAGE) * MEMORY_PAGE), linkEdit.command + 32);
  code.writeBigUInt64LE(BigInt(linkEditSize), linkEdit.command + 48);
  const textSize = segmentNamed(machO, '__TEXT').fileSize;
  return Buffer.concat([code, adHocSignature(code, identifier, signature.offset, textSize)]);
}

/** Describes, as a clause, the first fault in a program's signature, whoever signed; undefined if there is none. Throws for damaged load commands. */
export function signatureFault(program: Buffer): string | undefined {
  const machO = readMachO(program);
  const { signature } = machO;
  if (!signature) return 'it is not signed';
  if (signature.offset + signature.size !== program.length) return 'the signature does not end where the file ends';
  const linkEdit = segmentNamed(machO, '__LINKEDIT');
  if (linkEdit.fileOffset + linkEdit.fileSize !== program.length) return 'the signature is not mapped as a whole';
  try {
    const { codeLimit, pages } = readCodeDirectory(program.subarray(signature.offset));
    if (codeLimit !== signature.offset) return `the signature covers ${codeLimit} of ${signature.offset} bytes`;
    const wrong = pageHashes(program, codeLimit).findIndex((hash, page) => hash.toString('hex') !== pages[page]);
    return wrong < 0 ? undefined : `the signature does not fit page ${wrong}`;
  } catch (error) {
    return `the signature cannot be read (${messageOf(error)})`;
  }
}
