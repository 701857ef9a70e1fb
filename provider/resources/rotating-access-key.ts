import { fillFromState, gone, type ReadRequest } from '../../framework';
import type { AccessKeyRecord } from '../client';
import { type Connection, defineResource } from '../service/connection';
import { checkPermissions } from '../service/permissions';
import { planProject } from './common';
import { BY_ACCESS_KEY_ID, idToImport } from './import-by-name';
import { toRotating } from './key-moves';
import { notePermissions, permissionsInState } from './key-permissions';
import { makeFirstKey } from './make-key';
import { deleteKnown, findPatiently, known, lookUp, refreshing } from './missing-object';
import {
  type CurrentKey,
  DEFAULT_OVERLAP,
  type RotatingAccessKey,
  rotatingAccessKeySchema,
} from './rotating-access-key-schema';
import { discard, PREVIOUS_READ_AT, retire, retireAfter, rotate, toCurrent } from './rotation';
import { planFirstKey, planRotation } from './rotation-plan';
import { requireOneSink } from './sink';
import { doubtSink, endSinkDoubts, warnOfSinks } from './sink-doubt';
import { deleteOwnSink, readOwnSink, readSink } from './sink-state';

/** An S3 access key that is rotated so that one key works at any time (P26). It leaves the state with the last of its keys and its own secret. */
export const rotatingAccessKey = defineResource({
  typeName: 'rotating_access_key',
  schema: rotatingAccessKeySchema,
  identity: 'id',

  validate({ config, diagnostics }) {
    checkPermissions(config.permissions, diagnostics);
    requireOneSink(config, diagnostics);
  },

  modifyPlan(request) {
    planProject(request);
    if (request.prior) planRotation(request, request.prior);
    else planFirstKey(request);
  },

  create: async (request) =>
    makeFirstKey(request, (made, projectId) => ({
      ...request.plan,
      project_id: projectId,
      id: made.id,
      current: toCurrent(made, request.now()),
      previous: null,
      secret_id: made.secret_id,
      undeleted_ids: [],
      undeleted_secret_ids: [],
    })),

  read: refreshing(async (request) => {
    const { state, privateState, now } = request;
    // Undeleted keys first, so that existing keys are known before others are judged to be missing.
    const undeletedBefore = await stillListed(request, state.undeleted_ids ?? []);
    const [current, record] = await findKey(request, state.current);
    const [foundPrevious] = await findKey(request, state.previous);
    // Listed as deleted, and not deleted here: the next apply sends the DELETE (P53).
    const isDead = (id: string) => request.connection.client.accessKeys.isTombstone(id);
    const dead = [state.current?.id, state.previous?.id].filter(
      (id) => typeof id === 'string' && isDead(id),
    ) as string[];
    const undeleted = [...undeletedBefore, ...dead];
    const formerSecrets = await stillThere(request, [state.previous?.secret_id, ...(state.undeleted_secret_ids ?? [])]);
    const previousSecret = formerSecrets.find((id) => id === state.previous?.secret_id) ?? null;
    const previous = foundPrevious && { ...foundPrevious, secret_id: previousSecret };
    const undeletedSecrets = formerSecrets.filter((id) => !previous || id !== previousSecret);
    const isGone = !current && !previous && undeleted.length === 0 && undeletedSecrets.length === 0;
    const secretId = isGone ? await readOwnSink(request, state) : await readSink(request, state);
    if (isGone && secretId === null) return gone;
    privateState.set(PREVIOUS_READ_AT, previous ? now() : undefined);
    if (record) notePermissions(request, record.id, record.permissions);
    return {
      ...state,
      overlap: state.overlap ?? DEFAULT_OVERLAP,
      project_id: state.project_id ?? record?.project_id ?? null,
      bucket_ids: record?.bucket_ids ?? state.bucket_ids,
      permissions: permissionsInState(privateState, state.permissions, record?.permissions),
      current,
      previous,
      secret_id: secretId,
      undeleted_ids: undeleted,
      undeleted_secret_ids: undeletedSecrets,
    };
  }),

  async update(request) {
    const { plan, state } = request;
    if (!plan.current?.id) return rotate(request);
    endSinkDoubts(request); // a plan rotates if the secret that it names is in doubt
    if (state.previous && plan.previous === null) return retire(request);
    const { previous } = plan;
    const kept = {
      ...fillFromState(plan, state),
      previous: previous
        ? { ...previous, retire_after: previous.retire_after ?? retireAfter(state, plan.overlap) }
        : null,
    };
    return discard(request, kept, state.undeleted_ids ?? [], state.undeleted_secret_ids ?? []);
  },

  async delete(request) {
    const { state, privateState } = request;
    const { current, previous, undeleted_ids: undeleted, undeleted_secret_ids: undeletedSecrets } = state;
    const { accessKeys, secrets } = request.connection.client;
    warnOfSinks(request, state);
    // Their own secrets go first, so that nobody reads a key there that no longer works.
    for (const id of [...(undeletedSecrets ?? []), previous?.secret_id]) {
      if (id && id !== state.secret_id) await deleteKnown(request, secrets, known('secret', { ...state, id }));
    }
    if (await deleteOwnSink(request, state)) doubtSink(privateState, state, state); // for a plan, if a key stays
    for (const id of [...(undeleted ?? []), previous?.id, current?.id]) {
      if (!id) continue;
      await deleteKnown(request, accessKeys, known('access key', { ...state, id }));
    }
  },

  movesFrom: { access_key: toRotating },

  async importState(request) {
    const id = await idToImport(request, request.connection.client.accessKeys, BY_ACCESS_KEY_ID);
    return {
      id,
      overlap: DEFAULT_OVERLAP,
      current: { id, access_key_id: null, endpoint: null, rotated_at: null, secret_access_key: null },
      undeleted_ids: [],
      undeleted_secret_ids: [],
    };
  },
});

type Reading = ReadRequest<RotatingAccessKey, Connection>;

/** Refreshes a key of the state: null if it is gone, and its record if a list has it. Known values stay known (P7). */
async function findKey<K extends CurrentKey>(
  request: Reading,
  key: K | null,
): Promise<readonly [K | null, AccessKeyRecord | undefined]> {
  if (!key) return [null, undefined];
  const { accessKeys } = request.connection.client;
  const found = await lookUp(request, accessKeys, known('access key', { ...request.state, id: key.id ?? '' }));
  if (found === 'stays') return [key, undefined];
  if (found === 'gone' || found === 'tombstone') return [null, undefined];
  const { access_key_id: name, endpoint } = found.record;
  return [{ ...key, access_key_id: name || key.access_key_id, endpoint: endpoint || key.endpoint }, found.record];
}

/** Those of these secrets that still exist, each once. */
async function stillThere(request: Reading, ids: readonly (string | null | undefined)[]): Promise<readonly string[]> {
  const { secrets } = request.connection.client;
  const there: string[] = [];
  for (const id of new Set(ids)) {
    if (!id) continue;
    const found = await lookUp(request, secrets, known('secret', { ...request.state, id }));
    if (found !== 'gone' && found !== 'tombstone') there.push(id);
  }
  return there;
}

async function stillListed(request: Reading, ids: readonly string[]): Promise<readonly string[]> {
  const { accessKeys } = request.connection.client;
  const found = await Promise.all(ids.map((id) => findPatiently(request, accessKeys, id)));
  for (const { record } of found) if (record) request.connection.known.seen['access key'].add(record.id);
  // A key that is too new to be listed stays in state, because it works.
  return ids.filter((id, i) => found[i]?.record !== undefined || found[i]?.isFresh || accessKeys.isTombstone(id));
}
