import { adHocSignature, signatureSize } from './code-directory';
import { readMachO, segmentNamed } from './read';

/** Memory is mapped in units of this size on ARM64, and of smaller ones on x86-64. */
const MEMORY_PAGE = 0x4000;

/**
 * Signs a program for macOS ad hoc in the place of the signature with which it ends. Bun leaves its own runtime's signature in programs
 * for x86-64, which no longer matches; ARM64 runs nothing with a wrong signature. Returns the whole file as a new one. `identifier` names
 * the program, in ASCII. Throws for a file that `readMachO` does not read, or that does not end with a signature.
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
