import { S3Error } from '../errors';

/** Maximum number of parts of an upload. */
export const MOST_PARTS = 10_000;

/** A part's number: 1 to 10,000. Throws `InvalidArgument`. */
export function readPartNumber(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST_PARTS) return number;
  throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${MOST_PARTS}, inclusive`, {
    ArgumentName: 'partNumber',
    ArgumentValue: text,
  });
}
