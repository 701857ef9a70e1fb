import type { BucketRecord } from '../../contract';
import { ClientError, type RequestName } from './errors';
import { quoted } from './with-ids';

/** Another secret of the project has the name, so a create (POST) or an update (PUT) was refused (P5). */
export class NameTakenError extends ClientError {
  override readonly name = 'NameTakenError';
  override readonly mayHaveTakenEffect = false;
  /** Id of the one secret that has the name; undefined when the list shows none, or several. */
  readonly existingId: string | undefined;

  constructor(
    request: RequestName,
    readonly takenName: string,
    /** Ids of the secrets that have the name, as far as the list shows them. */
    holders: readonly string[],
    cause: unknown,
  ) {
    const existingId = holders.length === 1 ? holders[0] : undefined;
    const ids = holders.length > 1 ? `several secrets: ${quoted(holders)}` : 'another secret';
    const holder = existingId === undefined ? ids : `the secret with id ${JSON.stringify(existingId)}`;
    // The object of a PUT is in state already, so it cannot adopt another one.
    const advice =
      request.method === 'POST' ? 'Import that one, or choose another name.' : 'Choose another name, or free it.';
    super(request, `was refused: the name ${JSON.stringify(takenName)} is taken by ${holder}. ${advice}`, cause);
    this.existingId = existingId;
    this.wasInDoubt = cause instanceof ClientError && cause.wasInDoubt;
  }
}

/** The service accepted an update, but the list shows something other than what was sent (P23). */
export class ChangedConcurrentlyError extends ClientError {
  override readonly name = 'ChangedConcurrentlyError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    request: RequestName,
    id: string,
    /** The bucket as listed; undefined when it is no longer listed. */
    readonly record: BucketRecord | undefined,
    /** Names of the fields that differ; `id` when it is no longer listed. */
    readonly fields: readonly string[],
    /** The quota that was sent, in bytes. */
    maxSize: bigint,
  ) {
    const quota = fields.includes('max_size') ? ` (max_size: ${maxSize} was sent, ${record?.max_size} is listed)` : '';
    const seen =
      record === undefined
        ? `the bucket ${JSON.stringify(id)} is no longer listed`
        : `the bucket ${JSON.stringify(id)} is listed with another ${fields.join(' and another ')}${quota}`;
    super(request, `was accepted, but ${seen}: changed concurrently. Plan again to see what it is now.`);
  }
}
