import { AccessKeys } from './access-keys';
import { Buckets } from './buckets';
import { PullSecrets } from './pull-secrets';
import { Requester } from './requester';
import { Secrets } from './secrets';
import type { ClientSettings } from './settings';

/**
 * The service, one member per collection. Holds connections and shared lists, so one client serves one configured provider block. The
 * constructor connects to nothing; it throws an InvalidVariableError for a proxy or trusted certificates that cannot be used.
 */
export class Client {
  readonly secrets: Secrets;
  readonly pullSecrets: PullSecrets;
  readonly buckets: Buckets;
  readonly accessKeys: AccessKeys;
  private readonly requester: Requester;

  constructor(readonly settings: ClientSettings) {
    this.requester = new Requester(settings);
    this.secrets = new Secrets(this.requester);
    this.pullSecrets = new PullSecrets(this.requester);
    this.buckets = new Buckets(this.requester);
    this.accessKeys = new AccessKeys(this.requester, (id) => this.buckets.wasMadeHere(id));
  }

  /** Gets the first token from its source, so that a problem with it is reported once; optional. Rejects with a TokenProblem. */
  async ready(): Promise<void> {
    await this.requester.tokens.current();
  }

  /** Settles when the requests that are on their way now have ended; never rejects. */
  answered(): Promise<unknown> {
    return this.requester.answered();
  }

  /** Closes every connection. Requests in flight, and later ones, fail with a NetworkError. */
  close(): Promise<void> {
    return this.requester.close();
  }
}
