import { DiagnosticError } from '../framework/diagnostic';
import { path } from '../framework/path';
import { defineResource, type Planned, type PlanRequest } from '../framework/resource';
import { type Model, type Schema, string } from '../framework/schema';
import { type Connection, toCall } from '../service/connection';
import { notEmpty, oneOf, secretName } from '../service/validators';
import {
  conflict,
  idAttribute,
  isSet,
  maySet,
  planProject,
  projectIdAttribute,
  projectOf,
  rememberUnseen,
  staysThoughMissing,
} from './common';
import { idToImport } from './import-by-name';
import { bytesEqual, decodeValue, describeBadBase64, type ValueEncoding } from './secret-value';

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
    }),
    value_encoding: string({
      optional: true,
      computed: true,
      default: 'utf8',
      description:
        'How the value is written here: `utf8` (default), or `base64` for binary data. On the wire it is base64 in both cases, exactly once.',
      validators: [oneOf('utf8', 'base64')],
    }),
    // Computed
    id: idAttribute(),
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
        'Nothing to version',
        'value_wo_version has no meaning without value_wo.',
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
    if (!request.prior) refuseWithoutValue(request);
    else if (isSet(request.plan.name) && request.plan.name !== request.prior.name) judgeRename(request, request.prior);
    if (request.prior && isTakenOver(request.prior, request.plan, remembersValue(request))) {
      request.diagnostics.warn(
        'The value is not sent',
        'Which version the service has is not known (the secret was imported), so value_wo_version is taken over as it is. ' +
          'Change value_wo_version once more to send value_wo.',
        path('value_wo_version'),
      );
    }
  },

  async create(request) {
    const { plan, config, client, privateState, save, now } = request;
    const value = configuredValue(config);
    if (!value) throw new DiagnosticError('Missing value', MISSING_VALUE, path('value_wo'));
    const projectId = projectOf(plan, client);
    const { id } = await client.client.secrets.create({ projectId, name: nameOf(plan), value }, toCall(request));
    privateState.set('sent', true);
    rememberUnseen(privateState, now());
    const state = { ...plan, project_id: projectId, id };
    save(state);
    return state;
  },

  async read(request) {
    const { state, client, privateState } = request;
    const id = state.id ?? '';
    const found = await client.client.secrets.find(id, toCall(request));
    if (found) {
      privateState.set('unseen_since', undefined);
      return {
        ...state,
        value_encoding: state.value_encoding ?? 'utf8',
        name: found.name,
        project_id: state.project_id ?? found.project_id ?? null,
      };
    }
    const list = () => client.client.secrets.list(toCall(request));
    return (await staysThoughMissing(request, `secret ${JSON.stringify(id)}`, list)) ? state : undefined;
  },

  async update(request) {
    const { plan, config, state, client, privateState } = request;
    const value = configuredValue(config);
    if (value && mustSend(state, plan, value, privateState.get('sent') === true)) {
      await client.client.secrets.update({ id: state.id ?? '', name: nameOf(plan), value }, toCall(request));
      privateState.set('sent', true);
    }
    return plan;
  },

  delete: (request) => request.client.client.secrets.deleteIfExists(request.state.id ?? '', toCall(request)),

  async importState(request) {
    return { id: await idToImport(request, request.client.client.secrets, { noun: 'secret', by: 'name' }) };
  },
});

const MISSING_VALUE = 'A secret cannot be made without a value. Set value_wo (never kept in state) or value.';

const nameOf = ({ name }: Secret) => name ?? '';

const encodingOf = ({ value_encoding }: Secret) => (value_encoding ?? 'utf8') as ValueEncoding;

/** The configured value as bytes; undefined when it is managed elsewhere. */
function configuredValue(config: Secret): Uint8Array | undefined {
  const text = config.value_wo ?? config.value;
  return text === null ? undefined : decodeValue(text, encodingOf(config));
}

/** True if we have sent the value ourselves, so that the version in state is the service's, even when it is null. */
const remembersValue = ({ privateState }: PlanRequest<Secret, Connection>) => privateState.get('sent') === true;

/**
 * Whether an update has anything to send (P12, P14, P15): a new name; a plain value whose bytes differ from those in state;
 * a write-only value whose version changed, or whose bytes differ from what state still holds.
 */
function mustSend(state: Secret, plan: Secret, value: Uint8Array, versionIsKnown: boolean): boolean {
  if (plan.name !== state.name) return true;
  if (state.value !== null) return !bytesEqual(decodeValue(state.value, encodingOf(state)), value);
  if (plan.value !== null) return true;
  if (isTakenOver(state, plan, versionIsKnown)) return false;
  return plan.value_wo_version !== state.value_wo_version || encodingOf(plan) !== encodingOf(state);
}

/** A version is set where state has none, and what state means by that is not known (P12). */
function isTakenOver(prior: Secret, plan: Planned<Secret>, versionIsKnown: boolean): boolean {
  return !versionIsKnown && prior.value === null && prior.value_wo_version === null && isSet(plan.value_wo_version);
}

function refuseWithoutValue({ config, diagnostics }: PlanRequest<Secret, Connection>): void {
  if (maySet(config.value) || maySet(config.value_wo)) return;
  diagnostics.error('Missing value', MISSING_VALUE, path('value_wo'));
}

function judgeRename({ config, plan, diagnostics }: PlanRequest<Secret, Connection>, prior: Secret): void {
  if (!maySet(config.value) && !maySet(config.value_wo)) {
    diagnostics.error(
      'Cannot rename without a value',
      `The service renames ${JSON.stringify(prior.name)} only together with a value. Set value_wo or value, or keep the name.`,
      path('name'),
    );
  } else if (maySet(config.value_wo) && plan.value_wo_version === prior.value_wo_version) {
    diagnostics.warn(
      'The rename sends the value, too',
      'The service takes name and value together, so value_wo is sent although value_wo_version is unchanged.',
      path('name'),
    );
  }
}
