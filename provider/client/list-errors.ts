import { ClientError } from './errors';

/** A list shows that it is not all there is, in a way that cannot be followed (P32). */
export class IncompleteListError extends ClientError {
  override readonly name = 'IncompleteListError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    method: string,
    path: string,
    /** The field that says so, and how many records were read. */
    readonly finding: string,
  ) {
    super(
      method,
      path,
      `returned an incomplete list: ${finding}. Objects that are missing from it would count as deleted, so the provider does not use it. If the list is complete, set trust_lists = true in the provider block, or COFFER_TRUST_LISTS=true.`,
    );
  }
}

/** A refresh that needs a list which has just failed for another one, who has told why (P39). */
export class ListFailedBeforeError extends Error {
  override readonly name = 'ListFailedBeforeError';

  constructor(cause: unknown) {
    super('the list has failed a moment ago', { cause });
  }
}

/** A deletion found no object, and lists show it all the same (P33). */
export class StillListedError extends ClientError {
  override readonly name = 'StillListedError';
  override readonly mayHaveTakenEffect = true;

  constructor(method: string, path: string, id: string, cause: unknown) {
    super(
      method,
      path,
      `reported that ${JSON.stringify(id)} does not exist, but the list still shows it. It stays in state. Check base_url and the project of the token, then try again.`,
      cause,
    );
  }
}
