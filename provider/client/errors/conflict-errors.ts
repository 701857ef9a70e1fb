import type { BucketRecord } from '../../../contract';
import { ClientError, type RequestName } from './errors';
import { quoted } from './with-ids';

/**
 * A create (POST) or an update (PUT) was refused (P5): with 409, or with 400 or 422 while the list shows another secret of that name; or a create was not
 * sent, because the list before it shows one.
 */
export class NameTakenError extends ClientError {
  override readonly name = 'NameTakenError';
  override readonly mayHaveTakenEffect = false;
  /** Id of the one secret that has the name; undefined when the list shows none, or several, or could not be read. */
  readonly existingId: string | undefined;

  constructor(
    readonly takenName: string,
    /** Ids of the secrets that have the name, as far as the list shows them; in one without projects, perhaps of another project. */
    readonly holders: readonly string[],
    /** The request that was or would be sent. */
    request: RequestName,
    /** The error response; undefined if nothing was sent. */
    cause?: ClientError,
  ) {
    const existingId = holders.length === 1 ? holders[0] : undefined;
    const [holder, it] = holders.length > 1 ? ['several secrets:', 'one of them'] : ['the secret with id', 'it'];
    // The object of a PUT is in state already, so it cannot adopt another one.
    const advice =
      request.method === 'POST'
        ? `${OWN_CASE} If no block has it, import ${it}, or choose another name.`
        : 'Choose another name, or free it.';
    const doubt = `perhaps taken by another secret, though no list shows one. ${cause?.message ?? ''}`;
    const why = holders.length > 0 ? `taken by ${holder} ${quoted(holders)}. ${advice}` : doubt;
    super(request, `was ${cause ? 'refused' : 'not sent'}: the name ${JSON.stringify(takenName)} is ${why}`, cause);
    this.existingId = existingId;
    this.wasInDoubt = cause?.wasInDoubt ?? false;
  }
}

/** A rename was refused, because it needs the name of a secret that cannot be renamed before it (P52). */
export class NameCycleError extends ClientError {
  override readonly name = 'NameCycleError';
  override readonly mayHaveTakenEffect = false;

  constructor(cause: ClientError, takenName: string) {
    const why = `the name ${JSON.stringify(takenName)} belongs to a secret that waits, directly or by others, for the name of this one`;
    super(
      cause,
      `was refused: ${why}. Names go round in a circle, so no order of the renames works. Give one of them a third name, apply, and then its final one.`,
      cause,
    );
    this.wasInDoubt = cause.wasInDoubt;
  }
}

/** Advice for a name that another address of the same configuration has: an import would end in the loss of the object (P51). */
const OWN_CASE =
  'If a block of yours has it already, do not import it: a destroy at the other address would delete it. For a renamed block write ' +
  'moved { from = OLD_ADDRESS, to = NEW_ADDRESS }; in a CDK program, call moveFromId("OLD_ADDRESS") of the resource. If two blocks have one name, remove or ' +
  'rename one of them. With -replace or create_before_destroy, which Terraform also applies to what the resource depends on, the old secret still has the name: ' +
  'choose another name for the new secret.';

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
