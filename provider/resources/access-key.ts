import type { AccessKeyRecord } from '../client';
import { fixedAtCreation, requiresReplace, useStateForUnknown } from '../framework/plan-modifiers';
import { defineResource } from '../framework/resource';
import { type Model, mapOfStrings, nested, type Schema, setOfStrings, string } from '../framework/schema';
import { type Connection, toCall } from '../service/connection';
import { checkPermissions, permissionAttributes, toPermissions } from '../service/permissions';
import { someStrings } from '../service/validators';
import { idAttribute, planProject, projectIdAttribute, projectOf, rememberUnseen, staysThoughMissing } from './common';

const schema = {
  description:
    'An access key for S3 clients: one set of permissions on chosen buckets. The service has no update of keys, so every ' +
    'change makes a new key; use `create_before_destroy` to have it before the old one is gone.',
  attributes: {
    // Required
    bucket_ids: setOfStrings({
      required: true,
      description: 'Ids of the buckets that the key can access, at least one. A change replaces the key.',
      validators: [someStrings()],
      planModifiers: [requiresReplace()],
    }),
    permissions: nested({
      required: true,
      description: 'What the key may do with all its buckets; at least one is true. A change replaces the key.',
      planModifiers: [requiresReplace()],
      attributes: permissionAttributes(),
    }),
    // Optional
    project_id: projectIdAttribute(),
    rotation_trigger: mapOfStrings({
      optional: true,
      description: 'Any texts; a change of any of them replaces the key.',
      planModifiers: [requiresReplace()],
    }),
    // Computed
    id: idAttribute(),
    access_key_id: string({
      computed: true,
      description: 'Public key id for S3 clients.',
      planModifiers: [useStateForUnknown()],
    }),
    secret_access_key: string({
      computed: true,
      sensitive: true,
      description: 'Secret half of the key, kept in state. The service shows it once, so it is null after an import.',
      planModifiers: [fixedAtCreation()],
    }),
    endpoint: string({
      computed: true,
      description: 'S3 endpoint for this key.',
      planModifiers: [useStateForUnknown()],
    }),
  },
} satisfies Schema;

type AccessKey = Model<(typeof schema)['attributes']>;

/** An S3 access key (interface, "Access key"). */
export const accessKey = defineResource<Connection>()({
  typeName: 'access_key',
  schema,
  identity: 'id',

  validate: ({ config, diagnostics }) => checkPermissions(config.permissions, diagnostics),

  modifyPlan: (request) => planProject(request),

  async create(request) {
    const { plan, client, privateState, save, now } = request;
    const projectId = projectOf(plan, client);
    const bucketIds = [...new Set(plan.bucket_ids)];
    const made = await client.client.accessKeys.create(
      { projectId, bucketIds, permissions: toPermissions(plan.permissions) },
      toCall(request),
    );
    rememberUnseen(privateState, now());
    const state = withRecord(
      { ...plan, project_id: projectId, id: made.id, secret_access_key: made.secret_access_key },
      made,
    );
    save(state);
    return state;
  },

  async read(request) {
    const { state, client, privateState } = request;
    const id = state.id ?? '';
    const found = await client.client.accessKeys.find(id, toCall(request));
    if (found) {
      privateState.set('unseen_since', undefined);
      return {
        ...withRecord(state, found),
        bucket_ids: found.bucket_ids ?? state.bucket_ids,
        permissions: found.permissions ? toPermissions(found.permissions) : state.permissions,
      };
    }
    const list = () => client.client.accessKeys.list(toCall(request));
    return (await staysThoughMissing(request, `access key ${JSON.stringify(id)}`, list)) ? state : undefined;
  },

  // Only what the service cannot return is ever taken over in place (P12), so there is nothing to send.
  update: async ({ plan }) => plan,

  delete: (request) => request.client.client.accessKeys.deleteIfExists(request.state.id ?? '', toCall(request)),

  importState: async ({ id }) => ({ id }),
});

/** What only the service knows. What was known stays known (P7). */
function withRecord(state: AccessKey, record: AccessKeyRecord): AccessKey {
  return {
    ...state,
    project_id: state.project_id ?? record.project_id ?? null,
    access_key_id: record.access_key_id ?? state.access_key_id,
    endpoint: record.endpoint ?? state.endpoint,
  };
}
