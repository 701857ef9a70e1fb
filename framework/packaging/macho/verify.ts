import { messageOf } from '../../failure';
import { pageHashes, readCodeDirectory } from './code-directory';
import { readMachO, segmentNamed } from './read';

/**
 * Describes, as a clause, the first fault in the signature of a program for macOS, which has to cover the whole file before it; undefined if there is
 * none. Does not look at who signed. Throws like `readMachO`, also for damaged load commands, and for a signed file without a segment `__LINKEDIT`.
 */
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
