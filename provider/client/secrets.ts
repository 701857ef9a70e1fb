import { routes, type SecretRecord, secretRecord } from '../../contract';
import { isInProject } from './as-listed';
import { Collection, type Deletion } from './collection';
import { sendForId } from './creates/attempt';
import type { ComparedPosting } from './creates/compared-posting';
import { createOnce } from './creates/create-once';
import { hashOf, Turns } from './creates/turns';
import { NameTakenError } from './errors/conflict-errors';
import { ApiError } from './errors/errors';
import { quoted, withIds } from './errors/with-ids';
import type { Requester } from './http/requester';
import type { Listing } from './lists/listing';
import { type Change, Names, type Place } from './names';
import { type Call, limitsOf } from './settings';

export interface NewSecret {
  readonly projectId: string;
  readonly name: string;
  /** The plain bytes; they are base64-encoded here, and nowhere else. */
  readonly value: Uint8Array;
  /** Texts within the value that no message may contain, not even on their own. Default: only the whole value. */
  readonly secretParts?: readonly string[];
  /** False if it must hold this value: after a lost response only one that is certainly ours is adopted, or by a sole writer. Default true. */
  readonly mayAdopt?: boolean;
}

/** The new name and value of an existing secret; the interface cannot update only one of them. */
type SecretChange = Omit<NewSecret, 'projectId' | 'mayAdopt'> & { readonly id: string };

/** A create that sends a name. */
interface Named {
  readonly operation: 'createSecret';
  readonly body: object;
  readonly secrets: readonly string[];
  readonly place: Place;
  readonly change: Change;
  readonly posting: ComparedPosting<SecretRecord>;
}

export class Secrets extends Collection<SecretRecord> {
  private readonly turns: Turns;
  /** Secrets that this client created or updated, with their latest name and their project. */
  private readonly ours = new Map<string, Pick<SecretRecord, 'name' | 'project_id'>>();
  /** The ids of those by name. */
  private readonly ourNames = new Map<string, Set<string>>();
  private readonly names: Names;

  constructor(
    requester: Requester,
    /** True if a list shows an object of another project than this one. */
    private readonly reachesOthers: (projectId: string, call: Call) => Promise<boolean>,
  ) {
    super(requester, 'listSecrets', secretRecord, 'deleteSecret');
    this.turns = new Turns('createSecret');
    this.names = new Names(requester.environment, this.shared, (id) => this.ours.has(id));
  }

  /**
   * Creates a secret, like `createOnce`, or throws NameTakenError: before anything is sent if a list shows the name, because the service may overwrite
   * the value that a secret of that name has (P5). Warns of a second one of the name. Waits for a name that becomes free (`names.ts`).
   */
  async create({ projectId, name, value, secretParts, mayAdopt }: NewSecret, call: Call = {}): Promise<{ id: string }> {
    const wire = encode(value, secretParts);
    const body = { project_id: projectId, name, value: wire.body };
    const place = { name, projectId };
    const creation = {
      operation: 'createSecret',
      body,
      secrets: wire.secrets,
      subject: `secret ${JSON.stringify(name)} in project ${JSON.stringify(projectId)}`,
      content: hashOf(body),
      matches: (record: SecretRecord) => record.name === name && isInProject(record, projectId),
      sendAgain: 'To send it again, change value_wo_version and apply; to send a plain value again, change the value.',
      mayAdopt,
    } as const;
    const create = (change: Change) => {
      const send = (posting: ComparedPosting<SecretRecord>) =>
        this.sendWhenFree({ ...creation, place, change, posting }, call);
      return createOnce(this.creates, { ...creation, send }, call);
    };
    const { id, before, isPromised } = await this.turns
      // The place is the name only, because not every list shows projects.
      .take(name, creation.content, () => this.names.during(undefined, undefined, create), call.signal)
      .catch(async (error: unknown) => {
        throw await this.explain(error, place, call);
      });
    this.warnOfNamesakes(id, place, before, call);
    this.noteOurs(id, { name, project_id: projectId });
    if (isPromised) this.promised.add(id);
    return { id };
  }

  /** Sets the name and the value of a secret, also to what they are. Throws NameTakenError and waits for a name as `create` does after a deletion. */
  async update({ id, name, value, secretParts }: SecretChange, call: Call = {}): Promise<void> {
    const wire = encode(value, secretParts);
    const projectId = this.ours.get(id)?.project_id ?? this.shared.peek()?.byId.get(id)?.project_id;
    const parts = { body: { id, name, value: wire.body }, secrets: wire.secrets, ...limitsOf(call) };
    const put = () => this.sendForNothing('updateSecret', parts);
    const place = { name, projectId };
    try {
      await this.names.during(id, name, (change) =>
        this.shared.write(() => this.names.untilFree(change, { place, operation: 'updateSecret' }, call, put)),
      );
    } catch (error) {
      throw await this.explain(error, place, call, id);
    }
    this.noteOurs(id, { name, project_id: projectId });
  }

  /** Deletes a secret like any object. From then on its name counts as free, whatever lists show. */
  override async deleteIfExists(id: string, call: Call = {}): Promise<Deletion> {
    return this.names.during(id, undefined, async () => {
      const deletion = await super.deleteIfExists(id, call);
      this.names.free(id);
      this.noteOurs(id, undefined);
      return deletion;
    });
  }

  /** The name of a secret: the last one that this client gave it, without a request, or else as listed; undefined when lists agree that it is gone. */
  async nameOf(id: string, call: Call = {}): Promise<string | undefined> {
    return this.ours.get(id)?.name ?? (await this.find(id, call))?.name;
  }

  /** The secrets of that name and project, or of none listed, but those that this client has deleted. Rejects with UnreadableRecordError in doubt. */
  async named(name: string, projectId: string, call: Call = {}): Promise<readonly SecretRecord[]> {
    return this.shared.search(this.names.isNamesake({ name, projectId }), call);
  }

  /** Sends a create when no list shows its name, unless that may be of another project (P5). After a loss it may be its own. Waits for one that becomes free. */
  private sendWhenFree(
    { operation, body, secrets, place, change, posting }: Named,
    call: Call,
  ): Promise<{ id: string } | undefined> {
    const { names } = this;
    let isChecked = !posting.isFixed;
    let wasShown = false;
    const onTurn = () => {
      if (isChecked) requireFree(place, posting.youngest.records.filter(names.isNamesake(place)));
    };
    const send = () => sendForId(this.requester, operation, { body, secrets, ...limitsOf(call), posting, onTurn });
    return names.untilFree(change, { place, operation }, call, async () => {
      if (wasShown) requireFree(place, await names.holdersOf(place, call));
      try {
        return await send();
      } catch (error) {
        wasShown = error instanceof NameTakenError;
        if (!wasShown || !(await this.mayBeElsewhere(place, posting, call))) throw error;
        isChecked = false;
        wasShown = false;
        return send();
      }
    });
  }

  /**
   * True if a secret of that name may be another project's, so that it does not stand against the create: the list names no project of it, and either the
   * token is seen to reach another project, or `allow_foreign_project` is set (P5).
   */
  private async mayBeElsewhere({ projectId = '' }: Place, { youngest }: ComparedPosting<SecretRecord>, call: Call) {
    if (youngest.records.some((one) => one.project_id === projectId)) return false;
    return this.requester.settings.allowForeignProject || (await this.reachesOthers(projectId, call));
  }

  /** Turns an error response into NameTakenError when the name is the reason, or perhaps is (P5). */
  private async explain(error: unknown, place: Place, call: Call, self?: string): Promise<unknown> {
    if (!(error instanceof ApiError && [400, 409, 422].includes(error.status))) return error;
    // The error response is what matters; a failure of the list adds nothing.
    const named = await this.names.holdersOf(place, call).catch(() => []);
    const holders = named.filter(({ id }) => id !== self);
    const { name, projectId } = place;
    const certain = holders.filter((one) => projectId !== undefined && one.project_id === projectId);
    // Other error responses have many reasons, and a list without projects may show another project's secret.
    if (error.status !== 409 && certain.length === 0) return error;
    const ids = (certain.length > 0 ? certain : holders).map(({ id }) => id);
    return new NameTakenError(name, ids, error, error);
  }

  /** Notes the latest name and project of a secret of ours; undefined for one that is deleted. */
  private noteOurs(id: string, known: Pick<SecretRecord, 'name' | 'project_id'> | undefined): void {
    const before = this.ours.get(id)?.name;
    if (before !== undefined) this.ourNames.get(before)?.delete(id);
    if (known === undefined) {
      this.ours.delete(id);
      return;
    }
    this.ours.set(id, known);
    const named = this.ourNames.get(known.name) ?? new Set();
    this.ourNames.set(known.name, named.add(id));
  }

  private warnOfNamesakes(id: string, place: Place, before: Listing<SecretRecord>, call: Call): void {
    const { name, projectId } = place;
    const others = new Set(
      before.records
        .filter(this.names.isNamesake(place))
        .map((one) => one.id)
        .filter((other) => other !== id && !this.ours.has(other)),
    );
    for (const other of this.ourNames.get(name) ?? []) {
      const project = this.ours.get(other)?.project_id;
      if (other !== id && (project === undefined || project === projectId)) others.add(other);
    }
    if (others.size === 0) return;
    call.warn?.(
      withIds('Duplicate secret name', [id, ...others]),
      `The service accepted a second secret named ${JSON.stringify(name)} in project ${JSON.stringify(projectId)}: ${JSON.stringify(id)}, beside ${quoted(others)}. A client that reads a secret by its name may get either. Rename or delete one, unless they are in different projects, which not every list says.`,
    );
  }
}

/** Throws NameTakenError, before anything is sent, if there are secrets with that name. */
function requireFree({ name }: Place, holders: readonly SecretRecord[]): void {
  if (holders.length === 0) return;
  const ids = holders.map(({ id }) => id);
  throw new NameTakenError(name, ids, routes.createSecret);
}

/** The value as sent, and all its forms to redact from messages. */
function encode(value: Uint8Array, parts: readonly string[] = []): { body: string; secrets: readonly string[] } {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const body = bytes.toString('base64');
  return { body, secrets: [body, bytes.toString('utf8'), ...parts] };
}
