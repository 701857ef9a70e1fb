import { fillFromState, gone, isUnknown, maySet, type PlanRequest, path, type State, UNKNOWN } from '../../framework';
import type { AccessKeyRecord } from '../client';
import { type Connection, defineResource } from '../service/connection';
import { checkPermissions } from '../service/permissions';
import { type AccessKey, accessKeySchema } from './access-key-schema';
import { planProject } from './common';
import { BY_ACCESS_KEY_ID, idToImport } from './import-by-name';
import { toPlain } from './key-moves';
import { notePermissions, permissionsInState } from './key-permissions';
import { noteFound, noteGone, noteNotStored, planSuccessor, successor } from './key-succession';
import { makeFirstKey } from './make-key';
import { deleteKnown, known, lookUp, refreshing } from './missing-object';
import { plannedSecretId, requireOneSink } from './sink';
import { deleteOwnSink, readOwnSink, readSink } from './sink-state';
import { noteTombstone, planReplaced } from './tombstone';

/**
 * An S3 access key. One that is gone leaves the state, unless the secret made for it is still there: then an update makes a successor, as for one
 * that could not be stored (`key-succession.ts`). Any other update sends nothing: changes of a key replace it.
 */
export const accessKey = defineResource({
  typeName: 'access_key',
  schema: accessKeySchema,
  identity: 'id',
  mutableIdentity: true, // a successor has another id

  validate({ config, diagnostics }) {
    checkPermissions(config.permissions, diagnostics);
    requireOneSink(config, diagnostics);
  },

  modifyPlan(request) {
    planProject(request);
    if (request.prior) return judgeSink(request, request.prior);
    const { store_in: storeIn } = request.plan;
    if (storeIn && !isUnknown(storeIn)) request.set('secret_access_key', null);
    request.set('secret_id', plannedSecretId(storeIn));
  },

  create: async (request) =>
    makeFirstKey(request, (made, projectId) => ({ ...request.plan, project_id: projectId, ...made })),

  read: refreshing(async (request) => {
    const { state, connection, privateState } = request;
    const found = await lookUp(request, connection.client.accessKeys, known('access key', state));
    const isForeign = noteTombstone(privateState, { id: state.id, required: state.bucket_ids }, found === 'tombstone');
    if (isForeign) return gone;
    if (found === 'stays') return state;
    if (found !== 'gone' && found !== 'tombstone') {
      const { record } = found;
      const secretId = await readSink(request, state);
      noteFound(privateState);
      notePermissions(request, record.id, record.permissions);
      return {
        ...withRecord(state, record),
        bucket_ids: record.bucket_ids ?? state.bucket_ids,
        permissions: permissionsInState(privateState, state.permissions, record.permissions),
        secret_id: secretId,
      };
    }
    const secretId = await readOwnSink(request, state);
    if (secretId === null) return found === 'gone' ? gone : state;
    noteGone(privateState);
    return { ...state, secret_id: secretId };
  }),

  // An update either makes a successor or takes over values that the service cannot return (P12), for which nothing is sent.
  update: async (request) =>
    request.plan.id === undefined ? successor(request) : fillFromState(request.plan, request.state),

  async delete(request) {
    // Its own secret goes first, so that nobody reads a key there that no longer works.
    if (await deleteOwnSink(request, request.state)) noteNotStored(request.privateState);
    await deleteKnown(request, request.connection.client.accessKeys, known('access key', request.state));
  },

  movesFrom: { rotating_access_key: toPlain },

  async importState(request) {
    return { id: await idToImport(request, request.connection.client.accessKeys, BY_ACCESS_KEY_ID) };
  },
});

/** Replaces a key whose sink is gone, refuses a new sink for an unknown secret half (P25, P29), and else plans a successor if one is due. */
function judgeSink(request: PlanRequest<AccessKey, Connection>, prior: State<AccessKey>): void {
  const { plan, set, requiresReplace, diagnostics } = request;
  if (prior.store_in === null && maySet(plan.store_in)) {
    const isKnown = prior.secret_access_key !== null;
    if (!isKnown) diagnostics.error('Secret half not known', NOTHING_TO_STORE, path('store_in'));
  } else if (prior.store_in !== null && prior.secret_id === null) {
    set('secret_id', UNKNOWN);
    requiresReplace(path('secret_id'));
    diagnostics.warn(
      'The key is replaced, because its secret no longer exists',
      'The key/value secret that held the secret half of this key no longer exists, so the secret half is lost. A new key is ' +
        'created and stored.',
      path('secret_id'),
    );
  } else if (!planSuccessor(request, prior)) {
    planReplaced(request, 'access key');
  }
}

const NOTHING_TO_STORE =
  'This key was imported, and the service shows the secret half of a key only when the key is created, so the provider has nothing to ' +
  'store. Replace the key: run terraform taint on this resource, then apply. Or remove store_in.';

/** Fills in the attributes that only the service knows. Known values stay if the record lacks them (P7). */
function withRecord(state: State<AccessKey>, record: AccessKeyRecord): State<AccessKey> {
  return {
    ...state,
    project_id: state.project_id ?? record.project_id ?? null,
    access_key_id: record.access_key_id || state.access_key_id,
    endpoint: record.endpoint || state.endpoint,
  };
}
