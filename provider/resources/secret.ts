import { conflict, isSet, maySet } from '../../framework/config';
import { DiagnosticError } from '../../framework/diagnostic';
import { path } from '../../framework/path';
import { defineResource, type Handling, type PlanRequest } from '../../framework/resource';
import { type Model, number, type Schema, string } from '../../framework/schema';
import { notEmpty, oneOf } from '../../framework/validators';
import { ClientError } from '../client/errors';
import { type Connection, toCall } from '../service/connection';
import { secretName } from '../service/secret-name';
import { idAttribute, planProject, projectIdAttribute, projectOf, timeoutsAttribute } from './common';
import { deletionProtectionAttribute, protectReplaced, requireUnprotected } from './deletion-protection';
import { idToImport } from './import-by-name';
import { type KnownObject, lookUp, refreshing, rememberUnseen, requireOwnProject, updateKnown } from './missing-object';
import {
  CHANGE_DETECTIONS,
  configuredValue,
  judgeRename,
  judgeValue,
  nextRevision,
  plannedRevision,
  rememberValue,
  sendingAfterImport,
  warnOfTakeOver,
} from './secret-changes';
import { describeBadBase64, VALUE_ENCODINGS } from './secret-value';

/** Description of the waits of a create and a rename (P4). */
const LINGERING = 'The name of a secret that was just deleted is waited for: 30 seconds, or as long as is set here.';

const schema = {
  description:
    'A key/value secret. The service never returns its value, so a change made elsewhere is not seen. ' +
    'Prefer `value_wo`, which never reaches the state. Imported by id, or by `name:` and its name.',
  attributes: {
    // Required
    name: string({
      required: true,
      description: 'Lowercase letters, digits and hyphens. Renamed in place; the value is sent with it.',
      validators: [secretName()],
    }),
    // Optional
    project_id: projectIdAttribute(),
    value: string({
      optional: true,
      sensitive: true,
      description:
        'The value, kept in state. At most one of `value` and `value_wo` is set; with neither, the value is managed elsewhere.',
      validators: [notEmpty()],
    }),
    value_wo: string({
      optional: true,
      sensitive: true,
      writeOnly: true,
      description: 'The value, never kept in state. Change `value_wo_version` to send it again.',
      validators: [notEmpty()],
    }),
    value_wo_version: string({
      optional: true,
      description: 'Any text, such as a number, a date or a hash. A change sends `value_wo` again.',
      unknownAfterImport: true,
    }),
    value_encoding: string({
      optional: true,
      computed: true,
      default: 'utf8',
      description:
        'How the value is written here: `utf8` (default), or `base64` for binary data. On the wire it is base64 in both cases, exactly once.',
      validators: [oneOf(...VALUE_ENCODINGS)],
    }),
    change_detection: string({
      optional: true,
      computed: true,
      default: 'version',
      description:
        'How a changed `value_wo` is found. `version` (default): you change `value_wo_version`. `fingerprint`: every plan ' +
        'compares the value with a fingerprint that is kept beside the state, and an update is planned when it differs. That ' +
        'needs a source that gives the same value in every plan, such as a variable or a stored password; a source that makes ' +
        'a new value each time (a generated password, a token) would be sent with every apply. With the `fingerprint_key` of ' +
        'the provider the fingerprint is an HMAC; without it scrypt, which costs a tenth of a second for each secret.',
      validators: [oneOf(...CHANGE_DETECTIONS)],
    }),
    deletion_protection: deletionProtectionAttribute('secret'),
    timeouts: timeoutsAttribute({ create: LINGERING, update: LINGERING }),
    // Computed
    id: idAttribute(),
    value_revision: number({
      computed: true,
      description:
        'Counts the values, from 1, with `change_detection = "fingerprint"`: a plan that finds another value shows it as known ' +
        'after apply. Null with `version`.',
    }),
  },
} satisfies Schema;

type Secret = Model<(typeof schema)['attributes']>;

/** A key/value secret (interface, "Key/value secret"). */
export const secret = defineResource<Connection>()({
  typeName: 'secret',
  schema,
  identity: 'id',

  validate({ config, diagnostics }) {
    conflict(config, 'value', 'value_wo', diagnostics);
    if (isSet(config.value_wo_version) && config.value_wo === null) {
      diagnostics.error(
        'Version without a write-only value',
        'value_wo_version requires value_wo. Set value_wo, or remove value_wo_version: a plain value needs no version.',
        path('value_wo_version'),
      );
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
    if (!request.prior) refuseWithoutValue(request);
    judgeRename(request);
    warnOfTakeOver(request);
    request.set('value_revision', plannedRevision(request));
  },

  planDestroy: (request) => requireUnprotected(request, 'secret'),

  async create(request) {
    const { plan, config, connection, save } = request;
    const value = configuredValue(config);
    if (!value) throw new DiagnosticError('Missing value', MISSING_VALUE, path('value_wo'));
    const projectId = projectOf(plan, connection);
    const wanted = { projectId, name: nameOf(plan), value };
    const { id } = await connection.client.secrets.create(wanted, toCall(request)).catch((error: unknown) => {
      if (error instanceof ClientError) error.afterImport = sendingAfterImport(config);
      throw error;
    });
    if (!connection.client.secrets.sightings(id)) rememberUnseen(request, id);
    const state = { ...plan, project_id: projectId, id };
    save(state);
    rememberValue(memoryOf(request), state, value);
    return state;
  },

  read: refreshing(async (request) => {
    const { state, connection } = request;
    const found = await lookUp(request, connection.client.secrets, knownSecret(state));
    if (found === 'gone') return undefined;
    if (found === 'stays') return state;
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
    if (!value) return plan;
    const { send, verdict } = judgeValue(state, plan, value, memoryOf(request));
    if (send) {
      const change = { id: state.id ?? '', name: nameOf(plan), value };
      await updateKnown(request, knownSecret(state), () => connection.client.secrets.update(change, toCall(request)));
    }
    if (send || state.change_detection !== plan.change_detection) rememberValue(memoryOf(request), plan, value);
    return { ...plan, value_revision: nextRevision(state, plan, verdict) };
  },

  async delete(request) {
    requireUnprotected(request, 'secret');
    const { state, connection } = request;
    const deletion = await connection.client.secrets.deleteIfExists(state.id ?? '', toCall(request));
    if (deletion === 'was gone') await requireOwnProject(request, knownSecret(state));
  },

  async importState(request) {
    return { id: await idToImport(request, request.connection.client.secrets, { noun: 'secret', by: 'name' }) };
  },
});

const MISSING_VALUE = 'A secret cannot be made without a value. Set value_wo (never kept in state) or value.';

const knownSecret = ({ id, project_id }: Secret): KnownObject => ({
  kind: 'secret',
  id: id ?? '',
  projectId: project_id,
});

const nameOf = ({ name }: Secret) => name ?? '';

const memoryOf = ({ connection, privateState }: Pick<Handling<Connection>, 'connection' | 'privateState'>) => ({
  privateState,
  fingerprintKey: connection.fingerprintKey,
});

function refuseWithoutValue({ config, diagnostics }: PlanRequest<Secret, Connection>): void {
  if (maySet(config.value) || maySet(config.value_wo)) return;
  diagnostics.error('Missing value', MISSING_VALUE, path('value_wo'));
}
