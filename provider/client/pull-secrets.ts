import * as z from 'zod';
import { type PullSecretRecord, pullSecretRecord, routes } from '../../contract';
import { quotedAddress } from '../formats/user-info';
import { isInProject } from './as-listed';
import { Collection } from './collection';
import { sendForRecord } from './creates/attempt';
import { createOnce, warnOfLookalikes } from './creates/create-once';
import { LostError } from './creates/lost-create';
import { hashOf, Turns } from './creates/turns';
import { ClientError } from './errors/errors';
import { Posting } from './http/posting';
import type { Requester } from './http/requester';
import { type Call, limitsOf } from './settings';

/** Names that the field with a pull secret's id may have: its own, and the one by which apps refer to it (P40). */
const ID_NAMES = ['id', 'pull_secret_id', 'pullSecretId'] as const;

/** Returns the object with the id of a pull secret as `id`. Two different ids count as none. */
function withId(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const fields = json as Readonly<Record<string, unknown>>;
  const ids = new Set(ID_NAMES.map((name) => fields[name]).filter((one) => typeof one === 'string' && one !== ''));
  return ids.size === 0 ? json : { ...fields, id: ids.size === 1 ? [...ids][0] : undefined };
}

const madePullSecret = z.preprocess(withId, pullSecretRecord.pick({ id: true }));
const listedPullSecret = z.preprocess(withId, pullSecretRecord);

export interface NewPullSecret {
  readonly projectId: string;
  /** Registry server, sent as written. */
  readonly server: string;
  readonly username: string;
  /** True when the user name is itself a token: then no message contains it. Default false. */
  readonly usernameIsSecret?: boolean | undefined;
  /** Sent as it is: pull secrets are not base64-encoded. */
  readonly password: string;
  /** Set when the service lists pull secrets; `isServer` recognizes a listed server as this one, however it is written. */
  readonly listed?: { readonly isServer: (server: string) => boolean } | undefined;
}

interface PullSecretChange extends Omit<NewPullSecret, 'projectId' | 'listed'> {
  readonly id: string;
}

/** Pull secrets: `/secrets/pull`. The interface documents only their creation; the rest is for servers with more (`pull_secret_api = "full"`). */
export class PullSecrets extends Collection<PullSecretRecord> {
  private readonly turns: Turns;
  private readonly made = new Set<string>();

  constructor(requester: Requester) {
    super(requester, 'listPullSecrets', listedPullSecret, 'deletePullSecret');
    this.turns = new Turns('createPullSecret');
  }

  /**
   * Creates a pull secret. If the service lists pull secrets (`listed`), does so like `createOnce`, one after another unless all that is sent is
   * equal, and warns of one for the same server and user that was there before and that this client has not made. Otherwise a request that may have
   * taken effect is never sent again, because nobody could tell two pull secrets apart: LostError says what exists or may exist.
   */
  async create(input: NewPullSecret, call: Call = {}): Promise<{ id: string }> {
    const { projectId, server, username, password, listed } = input;
    const user = input.usernameIsSecret ? '' : ` and user name ${JSON.stringify(username)}`;
    const registry = quotedAddress(server);
    const subject = `pull secret for server ${registry}${user} in project ${JSON.stringify(projectId)}`;
    const body = { project_id: projectId, server, username, password };
    const secrets = secretsOf(input);
    const send = (posting: Posting) => {
      const parts = { body, secrets, ...limitsOf(call), posting };
      return sendForRecord(this.requester, 'createPullSecret', parts, madePullSecret);
    };
    if (listed === undefined) {
      const posting = new Posting(this.requester.environment);
      return this.createUnlisted(subject, posting, send);
    }
    const creation = {
      operation: 'createPullSecret',
      body,
      secrets,
      send,
      subject,
      content: hashOf(body),
      matches: (record: PullSecretRecord) =>
        isInProject(record, projectId) &&
        (record.server === undefined || listed.isServer(record.server)) &&
        (record.username === undefined || record.username === username),
      sendAgain:
        'To send it again, change password_wo_version and apply; to send a plain password again, change the password.',
    } as const;
    // No list shows passwords, and some may show neither servers nor user names.
    const create = () => createOnce(this.creates, creation, call);
    const made = await this.turns.take('', creation.content, create, call.signal);
    const matches = (record: PullSecretRecord) =>
      record.server !== undefined && record.username !== undefined && creation.matches(record);
    warnOfLookalikes('pull secret', made, { subject, matches }, this.made, call);
    this.made.add(made.id);
    return { id: made.id };
  }

  /** Replaces server, user name and password of a pull secret. Does not look at the list, before or after. */
  update(change: PullSecretChange, call: Call = {}): Promise<void> {
    const { id, server, username, password } = change;
    const parts = { body: { id, server, username, password }, secrets: secretsOf(change), ...limitsOf(call) };
    return this.shared.write(() => this.sendForNothing('updatePullSecret', parts));
  }

  /** Sends the request once. Throws LostError, naming what may exist, when the response was lost or contains no id. */
  private async createUnlisted(
    subject: string,
    posting: Posting,
    send: (posting: Posting) => Promise<{ id: string } | undefined>,
  ): Promise<{ id: string }> {
    let made: { id: string } | undefined;
    try {
      made = await this.shared.write(() => send(posting));
    } catch (error) {
      if (!(error instanceof ClientError && error.mayHaveTakenEffect)) throw error;
      const detail = `It was not sent again, because pull secrets cannot be listed. ${error.message} Look for it in the dashboard, and import it by its id or delete it there before you apply again.`;
      throw new LostError(routes.createPullSecret, subject, false, detail, error);
    }
    if (made === undefined) {
      const holds =
        posting.seen.length === 0 ? 'holds no id' : `holds none where its id stands, but ${posting.seen.join(', ')}`;
      const detail = `The response ${holds}, and pull secrets cannot be listed. Take its id from the dashboard and import it; applying again makes another one.`;
      throw new LostError(routes.createPullSecret, subject, true, detail);
    }
    return { id: made.id };
  }
}

function secretsOf({ server, username, usernameIsSecret, password }: Omit<PullSecretChange, 'id'>): readonly string[] {
  const [, inServer = ''] = /^\s*(?:https?:)?[/\\]*[^:@]*:(.*)@/is.exec(server) ?? [];
  return usernameIsSecret ? [password, inServer, username] : [password, inServer];
}
