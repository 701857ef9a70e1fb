import { ClientError, type RequestName } from '../errors/errors';
import type { OddRecord } from '../responses/odd-records';

/** A list shows that there are more records, in a way that cannot be followed (P32). */
export class IncompleteListError extends ClientError {
  override readonly name = 'IncompleteListError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    request: RequestName,
    /** The field that shows it, and how many records were read. */
    readonly finding: string,
  ) {
    const detail = `returned an incomplete list: ${finding}. Objects that are missing from it would count as deleted, so the provider does not use it. If the list is complete, set trust_lists = true in the provider block, or COFFER_TRUST_LISTS=true. If it goes on, do not: the objects on its other pages would count as deleted, and the next apply would create them again.`;
    super(request, detail);
  }
}

/** A list shows records that cannot be read and that are or may be the requested object (P32). The message shows no values but ids. */
export class UnreadableRecordError extends ClientError {
  override readonly name = 'UnreadableRecordError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    /** The records, all of one list. */
    [first, ...others]: readonly [OddRecord<unknown>, ...OddRecord<unknown>[]],
    /** The reason why that is an error, as a sentence. */
    consequence: string,
  ) {
    const detail = `lists ${[first, ...others].join(', ')}, in a form that the interface does not show. ${consequence} Check base_url, and report it to the operator of the service.`;
    super(first.source, detail);
  }
}

/** A refresh needs a list that has just failed for another refresh, which has reported the reason (P39). */
export class ListFailedBeforeError extends Error {
  override readonly name = 'ListFailedBeforeError';

  constructor(cause: unknown) {
    super('the list has failed a moment ago', { cause });
  }
}

/** A deletion found no object, but lists still show it (P33). */
export class StillListedError extends ClientError {
  override readonly name = 'StillListedError';
  override readonly mayHaveTakenEffect = true;

  constructor(request: RequestName, id: string, cause: unknown) {
    const detail = `reported that ${JSON.stringify(id)} does not exist, but the list still shows it. It stays in state. Check base_url and the project of the token, then try again.`;
    super(request, detail, cause);
  }
}
