import type { BucketRecord } from '../../contract';
import { ClientError } from './errors';

/** Another object of the project has the name (P5). */
export class NameTakenError extends ClientError {
  override readonly name = 'NameTakenError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    method: string,
    path: string,
    readonly takenName: string,
    /** Id of the object that has the name, when the list shows it. */
    readonly existingId: string | undefined,
    cause: unknown,
  ) {
    const holder = existingId === undefined ? 'another secret' : `the secret with id ${JSON.stringify(existingId)}`;
    super(
      method,
      path,
      `was refused: the name ${JSON.stringify(takenName)} is taken by ${holder}. Import that one, or choose another name.`,
      cause,
    );
  }
}

/** The service accepted an update, but the list shows something other than what was sent (P23). */
export class ChangedConcurrentlyError extends ClientError {
  override readonly name = 'ChangedConcurrentlyError';
  override readonly mayHaveTakenEffect = true;
  /** The bucket as listed; undefined when it is no longer listed. */
  readonly record: BucketRecord | undefined;
  /** Names of the fields that differ. */
  readonly fields: readonly string[];

  constructor(
    method: string,
    path: string,
    {
      id,
      record,
      fields,
      maxSize,
    }: Pick<ChangedConcurrentlyError, 'record' | 'fields'> & {
      readonly id: string;
      /** The quota that was sent. */
      readonly maxSize: bigint;
    },
  ) {
    const quota = fields.includes('max_size') ? ` (max_size: ${maxSize} was sent, ${record?.max_size} is listed)` : '';
    const seen =
      record === undefined
        ? `the bucket ${JSON.stringify(id)} is no longer listed`
        : `the bucket ${JSON.stringify(id)} is listed with another ${fields.join(' and another ')}${quota}`;
    super(method, path, `was accepted, but ${seen}: changed concurrently. Plan again to see what it is now.`);
    this.record = record;
    this.fields = fields;
  }
}
