import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  pageHashes,
  readCodeDirectory,
  readMachO,
  signAdHoc,
  signatureFault,
} from '../../../../framework/packaging/macho';

const HEADER = 32;
const SEGMENT = 72;
/** Two pages and a half, the last of them in `__LINKEDIT`. */
const CODE = 10_240;
const LINK_EDIT = 8_192;
/** Positions of the load commands. */
const [TEXT_AT, LINK_EDIT_AT, SIGNATURE_AT] = [HEADER, HEADER + SEGMENT, HEADER + 2 * SEGMENT];

function segment(name: string, offset: number, size: number): Buffer {
  const command = Buffer.alloc(SEGMENT);
  command.writeUInt32LE(0x19, 0);
  command.writeUInt32LE(SEGMENT, 4);
  command.write(name, 8, 'latin1');
  command.writeBigUInt64LE(BigInt(size), 32);
  command.writeBigUInt64LE(BigInt(offset), 40);
  command.writeBigUInt64LE(BigInt(size), 48);
  return command;
}

/** A program for ARM64 whose signature, all zeros, has room for eight bytes. */
function program({ magic = 0xfeedfacf, signed = true, size = 8 } = {}): Buffer {
  const header = Buffer.alloc(HEADER);
  for (const [at, number] of [magic, 0x0100000c, 0, 2, signed ? 3 : 2].entries()) header.writeUInt32LE(number, 4 * at);
  const signature = Buffer.alloc(16);
  for (const [at, number] of [0x1d, 16, CODE, size].entries()) signature.writeUInt32LE(number, 4 * at);
  const text = segment('__TEXT', 0, LINK_EDIT);
  const commands = [text, segment('__LINKEDIT', LINK_EDIT, CODE - LINK_EDIT + size), ...(signed ? [signature] : [])];
  const file = Buffer.alloc(CODE + 8, 7);
  Buffer.concat([header, ...commands]).copy(file);
  return file;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a program that is signed', () => {
  const signed = signAdHoc(program(), 'an.id');
  const directory = signed.subarray(CODE + 20);
  const [hashAt, size] = [88 + 6, 20 + 88 + 6 + 3 * 32];

  it('has a super blob with one code directory, in the form of cs_blobs.h', () => {
    const words = Array.from({ length: 5 + 9 }, (_, at) => signed.readUInt32BE(CODE + 4 * at));
    expect(words).toEqual([
      // Magic, length, number of blobs, and the slot and offset of the only one.
      ...[0xfade0cc0, size, 1, 0, 20],
      // Magic, length, version 2.4.0, ad hoc and signed by a linker, offsets of hashes and identifier.
      ...[0xfade0c02, size - 20, 0x20400, 0x20002, hashAt, 88],
      // No special slots, one for each page, and the end of what they cover.
      ...[0, 3, CODE],
    ]);
    // SHA-256 of pages of 2^12 bytes, and the executable segment of a main binary.
    expect([...directory.subarray(36, 40)]).toEqual([32, 2, 0, 12]);
    expect([64, 72, 80].map((at) => directory.readBigUInt64BE(at))).toEqual([0n, BigInt(LINK_EDIT), 1n]);
    expect(directory.toString('latin1', 88, hashAt)).toBe('an.id\0');
    expect(signed).toHaveLength(CODE + size);
  });

  it('has the hash of each page as it is now, the last one shorter', () => {
    const pages = [0, 4096, 8192].map((start) => sha256(signed.subarray(start, Math.min(start + 4096, CODE))));
    expect([0, 1, 2].map((page) => directory.toString('hex', hashAt + 32 * page, hashAt + 32 * (page + 1)))).toEqual(
      pages,
    );
    expect(readCodeDirectory(signed.subarray(CODE))).toEqual({ codeLimit: CODE, pages });
    expect(pageHashes(signed, 4096).map((hash) => hash.toString('hex'))).toEqual(pages.slice(0, 1));
    expect(pageHashes(signed, 4097)).toHaveLength(2);
  });

  it('says in its load commands how long signature and segment are, in memory by whole pages', () => {
    const linkEdit = CODE - LINK_EDIT + size;
    expect(readMachO(signed)).toEqual({
      segments: [
        { name: '__TEXT', command: TEXT_AT, fileOffset: 0, fileSize: LINK_EDIT },
        { name: '__LINKEDIT', command: LINK_EDIT_AT, fileOffset: LINK_EDIT, fileSize: linkEdit },
      ],
      signature: { command: SIGNATURE_AT, offset: CODE, size },
    });
    expect(signed.readBigUInt64LE(LINK_EDIT_AT + 32)).toBe(0x4000n);
  });
});

it.each<[what: string, change: (file: Buffer) => Buffer, fault: string]>([
  ['is not signed', () => program({ signed: false }), 'it is not signed'],
  ['is longer', (file) => Buffer.concat([file, Buffer.of(0)]), 'the signature does not end where the file ends'],
  ['maps less of it', (file) => changed(file, LINK_EDIT_AT + 48), 'the signature is not mapped as a whole'],
  ['covers less of it', (file) => changed(file, CODE + 55), `the signature covers ${CODE + 1} of ${CODE} bytes`],
  ['has other code on its first page', (file) => changed(file, SIGNATURE_AT + 16), 'the signature does not fit page 0'],
  ['has other code on its last page', (file) => changed(file, CODE - 1), 'the signature does not fit page 2'],
  ['has none where one should be', (file) => changed(file, CODE), 'the signature cannot be read'],
])('a program that %s has a fault', (_what, change, fault) => {
  expect(signatureFault(change(signAdHoc(program(), 'a')))).toContain(fault);
});

function changed(file: Buffer, at: number): Buffer {
  file.writeUInt8((file.readUInt8(at) + 1) % 256, at);
  return file;
}
