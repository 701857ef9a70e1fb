import { conflicting, DiagnosticError, fillFromState, gone, type Handling, isSet, maySet, path } from '../../framework';
import { ClientError } from '../client/errors/errors';
import { type Connection, defineResource, toCall } from '../service/connection';
import { plannedProject, planProject } from './common';
import { protectReplaced, requireUnprotected } from './deletion-protection';
import { idToImport } from './import-by-name';
import { confirmPromised, deleteKnown, known, lookUp, refreshing, rememberUnseen, updateKnown } from './missing-object';
import {
  configuredValue,
  judgeRename,
  judgeValue,
  nextRevision,
  plannedRevision,
  rememberValue,
  sendingAfterImport,
  warnOfTakeOver,
} from './secret-changes';
import { secretSchema } from './secret-schema';
import { describeBadBase64 } from './secret-value';
import { noteTombstone, planReplaced } from './tombstone';

/** A key/value secret (interface, "Key/value secret"). An update sends name and value together, or nothing ({@link judgeValue}). */
export const secret = defineResource({
  typeName: 'secret',
  schema: secretSchema,
  identity: 'id',

  configValidators: [conflicting('value', 'value_wo')],

  validate({ config, diagnostics }) {
    if (isSet(config.value_wo_version) && config.value_wo === null) {
      const detail =
        'value_wo_version requires value_wo. Set value_wo, or remove value_wo_version: a plain value needs no version.';
      diagnostics.error('Version without a write-only value', detail, path('value_wo_version'));
    }
    if (config.value_encoding !== 'base64') return;
    for (const name of ['value', 'value_wo'] as const) {
      const text = config[name];
      const problem = typeof text === 'string' ? describeBadBase64(text) : undefined;
      if (problem) diagnostics.error('Invalid base64', problem, path(name));
    }
  },

  modifyPlan(request) {
    planProject(request);
    protectReplaced(request, 'secret');
    const { prior, config } = request;
    if (!prior && !maySet(config.value) && !maySet(config.value_wo))
      request.diagnostics.error('Missing value', MISSING_VALUE, path('value_wo'));
    planReplaced(request, 'secret');
    judgeRename(request);
    warnOfTakeOver(request);
    request.set('value_revision', plannedRevision(request));
  },

  planDestroy: (request) => requireUnprotected(request, 'secret'),

  async create(request) {
    const { plan, config, connection, save } = request;
    const value = configuredValue(config);
    if (!value) throw new DiagnosticError('Missing value', MISSING_VALUE, path('value_wo'));
    const projectId = plannedProject(plan, connection);
    const wanted = { projectId, name: plan.name, value };
    const { id } = await connection.client.secrets.create(wanted, toCall(request)).catch((error: unknown) => {
      if (error instanceof ClientError) error.afterImport = sendingAfterImport(config);
      throw error;
    });
    if (!connection.client.secrets.sightings(id)) rememberUnseen(request, id);
    const state = { ...plan, project_id: projectId, id, value_revision: plan.value_revision ?? null };
    save(state);
    rememberValue(memoryOf(request), state, value);
    await confirmPromised(request, connection.client.secrets, known('secret', state));
    return state;
  },

  read: refreshing(async (request) => {
    const { state, connection, privateState } = request;
    const found = await lookUp(request, connection.client.secrets, known('secret', state));
    const isForeign = noteTombstone(privateState, { id: state.id, required: state.name }, found === 'tombstone');
    if (found === 'gone' || isForeign) return gone;
    if (found === 'stays' || found === 'tombstone') return state;
    const { name, project_id: projectId } = found.record;
    return {
      ...state,
      value_encoding: state.value_encoding ?? 'utf8',
      change_detection: state.change_detection ?? 'version',
      name,
      project_id: state.project_id ?? projectId ?? null,
    };
  }),

  async update(request) {
    const { plan, config, state, connection } = request;
    const value = configuredValue(config);
    if (!value) return fillFromState(plan, state);
    const { send, verdict } = judgeValue(state, plan, value, memoryOf(request));
    if (send) {
      const change = { id: state.id, name: plan.name, value };
      await updateKnown(request, known('secret', state), () =>
        connection.client.secrets.update(change, toCall(request)),
      );
    }
    if (send || state.change_detection !== plan.change_detection)
      rememberValue(memoryOf(request), { ...fillFromState(plan, state), id: state.id }, value);
    return { ...fillFromState(plan, state), value_revision: nextRevision(state, plan, verdict) };
  },

  async delete(request) {
    requireUnprotected(request, 'secret');
    await deleteKnown(request, request.connection.client.secrets, known('secret', request.state));
  },

  async importState(request) {
    return { id: await idToImport(request, request.connection.client.secrets, { noun: 'secret', by: 'name' }) };
  },
});

const MISSING_VALUE =
  'A secret requires a value. Set value_wo (never kept in state) or value; in a CDK program, value, objectValue or generateValue.';

const memoryOf = ({ connection, privateState }: Pick<Handling<Connection>, 'connection' | 'privateState'>) => ({
  privateState,
  fingerprintKey: connection.fingerprintKey,
});
