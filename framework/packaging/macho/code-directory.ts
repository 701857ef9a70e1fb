/*
 * The ad-hoc signature of programs for macOS, as written by linkers: a "super blob" with one "code directory", which contains the SHA-256 of
 * every page of the file up to the signature. Numbers are big-endian. Apple documents the format in its kernel's header `cs_blobs.h`.
 */

import { createHash } from 'node:crypto';

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

/** A parsed code directory. */
interface CodeDirectory {
  readonly identifier: string;
  /** Number of bytes of the file that it covers. */
  readonly codeLimit: number;
  /** SHA-256 of each page, in hex; shorter or empty where the signature is cut off. */
  readonly pages: readonly string[];
  readonly flags: number;
}

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
export const signatureSize = (identifier: string, codeLimit: number): number =>
  SUPER_BLOB_SIZE + CODE_DIRECTORY_SIZE + identifier.length + 1 + pageCount(codeLimit) * HASH_SIZE;

/**
 * The signature to append to the first `codeLimit` bytes of a file, whose load commands already describe it. `identifier` is ASCII,
 * `textSize` the bytes that the segment `__TEXT` has in the file.
 */
export function adHocSignature(file: Buffer, identifier: string, codeLimit: number, textSize: number): Buffer {
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

/** Reads the code directory of a signature, from its super blob on. Throws unless it uses SHA-256 of pages of 4096 bytes, as many as its code has. Compares no hash. */
export function readCodeDirectory(signature: Buffer): CodeDirectory {
  if (signature.length < SUPER_BLOB_SIZE || signature.readUInt32BE(0) !== SUPER_BLOB)
    throw new Error('There is no signature.');
  const directory = signature.subarray(signature.readUInt32BE(16));
  if (directory.length < 40 || directory.readUInt32BE(0) !== CODE_DIRECTORY)
    throw new Error('The signature has no code directory.');
  const [flags = 0, hashOffset = 0, nameOffset = 0] = [12, 16, 20].map((at) => directory.readUInt32BE(at));
  const [count, codeLimit] = [directory.readUInt32BE(28), directory.readUInt32BE(32)];
  const kind = [...directory.subarray(36, 40)];
  if (kind[0] !== HASH_SIZE || kind[1] !== SHA256 || kind[3] !== Math.log2(PAGE_SIZE))
    throw new Error('The signature does not use SHA-256 of pages of 4096 bytes.');
  if (count !== pageCount(codeLimit)) throw new Error('The signature has another number of pages than its code.');
  return {
    identifier: directory.toString('latin1', nameOffset, directory.indexOf(0, nameOffset)),
    codeLimit,
    flags,
    pages: Array.from({ length: count }, (_, page) =>
      directory.toString('hex', hashOffset + page * HASH_SIZE, hashOffset + (page + 1) * HASH_SIZE),
    ),
  };
}
