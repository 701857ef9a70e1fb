import { DomainError } from '../domain/errors';

/** The error for bytes that were stored and are not there: `says` goes on after the name of their file. */
export function damaged(file: string, says: string): DomainError {
  return new DomainError(
    'damaged',
    `Bytes of this object are lost: the file objects/${file} of the data folder ${says}. ` +
      'Restore the file, or upload or delete the object.',
  );
}
