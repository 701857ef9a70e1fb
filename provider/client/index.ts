/*
 * The entry of the REST client. It is loaded only when the provider is configured, because it loads undici and the schemas of the service;
 * the other error classes, and helpers, which load neither, are imported from their own files.
 */

import { AccessKeys } from './access-keys';
import { isInProject, type ListedRecord } from './as-listed';
import { Buckets } from './buckets';
import { askForEmulator } from './http/ask-for-emulator';
import { Requester } from './http/requester';
import { PullSecrets } from './pull-secrets';
import { Secrets } from './secrets';
import { type Call, type ClientSettings, limitsOf } from './settings';

export type {
  AccessKeyRecord,
  BucketRecord,
  CreatedAccessKeyRecord,
  Permissions,
  PullSecretRecord,
} from '../../contract';
export type { ClientEnvironment } from './environment';
export type { Sightings } from './lists/listing';
export type { Call, ClientSettings } from './settings';
export { TokenProblem, type TokenSource } from './tokens/token';
export { TokenCommand } from './tokens/token-command';
export { TokenFile } from './tokens/token-file';

/** The service, with connections and lists that one provider block shares. The constructor connects to nothing, and throws like `Transport`. */
export class Client {
  readonly secrets: Secrets;
  readonly pullSecrets: PullSecrets;
  readonly buckets: Buckets;
  readonly accessKeys: AccessKeys;
  private readonly requester: Requester;

  constructor(readonly settings: ClientSettings) {
    this.requester = new Requester(settings);
    this.secrets = new Secrets(this.requester, (projectId, call) => this.reachesOthers(projectId, call));
    this.pullSecrets = new PullSecrets(this.requester);
    this.buckets = new Buckets(this.requester);
    this.accessKeys = new AccessKeys(this.requester, (id) => this.buckets.wasMadeHere(id));
  }

  /** Undefined if the address is an emulator's; otherwise what it responded. Sends no token. Rejects with a ClientError if nothing responds. */
  askForEmulator(): Promise<string | undefined> {
    const { transport, environment } = this.requester;
    return askForEmulator(transport, this.settings, environment);
  }

  /** Gets the first token from its source, so that a problem with it is reported once; optional. Rejects with a TokenProblem. */
  async ready(): Promise<void> {
    await this.requester.tokens.current();
  }

  /** True if the token is seen to reach another project: a list that can be read shows a bucket or key of it. */
  private async reachesOthers(projectId: string, call: Call): Promise<boolean> {
    const isOther = (record: ListedRecord) => !isInProject(record, projectId);
    for (const collection of [this.buckets, this.accessKeys]) {
      const others = await collection.search(isOther, limitsOf(call)).catch(() => []);
      if (others.length > 0) return true;
    }
    return false;
  }

  /** A text that no other call, process or run gets. */
  uuid(): string {
    return this.requester.environment.uuid();
  }

  /** Settles when the requests that are on their way now have ended; never rejects. */
  drained(): Promise<unknown> {
    return this.requester.transport.drained();
  }

  /** Closes every connection. Requests in flight, and later ones, fail with a NetworkError. */
  close(): Promise<void> {
    return this.requester.transport.close();
  }
}
