import { DomainError } from '../domain/errors';

/** The error for stored bytes that are missing: `says` continues the sentence after the file's name. */
export function damaged(file: string, says: string): DomainError {
  return new DomainError(
    'damaged',
    `Bytes of this object are lost: the file objects/${file} of the data folder ${says}. ` +
      'Restore the file, or upload or delete the object.',
  );
}
