import { lengthAtLeast, type Schema, string, timeouts } from '../../framework';
import { defineEphemeralResource, toCall } from '../service/connection';
import { bucketIdsAttribute, checkPermissions, permissionsAttribute, toPermissions } from '../service/permissions';
import { missingProject, projectOf } from '../service/project';

const schema = {
  description:
    'An access key for S3 clients that exists while one Terraform command runs: created when it is first needed, deleted when ' +
    'nothing needs it any more, even if the run is interrupted, and stored nowhere. Every plan and every apply creates a key, so a ' +
    'token that may not create keys cannot plan with it.',
  attributes: {
    bucket_ids: bucketIdsAttribute({ effect: 'No key is created while one of them is unknown.' }),
    permissions: permissionsAttribute({}, false),
    project_id: string({
      optional: true,
      computed: true,
      description: "Project that it belongs to. Default: the provider's `project_id`.",
      validators: [lengthAtLeast(1)],
    }),
    timeouts: timeouts({
      open: 'Time limit for creating the key. It waits for a bucket that was just created: 30 seconds, or as long as is set here.',
    }),
    id: string({ computed: true, description: 'Identifier given by the service.' }),
    access_key_id: string({ computed: true, description: 'Public key id for S3 clients.' }),
    secret_access_key: string({ computed: true, sensitive: true, description: 'Secret half of the key.' }),
    endpoint: string({ computed: true, description: 'S3 endpoint for this key.' }),
  },
} satisfies Schema;

/** An access key that exists while a command runs (P28). Private data has its id, never its secret half. Closing one that is gone succeeds. */
export const ephemeralAccessKey = defineEphemeralResource({
  typeName: 'access_key',
  schema,

  validate: ({ config, diagnostics }) => checkPermissions(config.permissions, diagnostics),

  async open(request) {
    const { config, connection, privateState } = request;
    const projectId = projectOf(config, connection);
    if (projectId === undefined) throw missingProject();
    const bucketIds = [...new Set(config.bucket_ids)];
    const permissions = toPermissions(config.permissions);
    const made = await connection.ephemeralKeys.remember(
      connection.client.accessKeys.create({ projectId, bucketIds, permissions }, toCall(request)),
    );
    privateState.set('id', made.id);
    return {
      ...config,
      permissions,
      project_id: projectId,
      id: made.id,
      access_key_id: made.access_key_id || null,
      secret_access_key: made.secret_access_key,
      endpoint: made.endpoint || null,
    };
  },

  close: (request) =>
    request.connection.client.accessKeys.revoke(String(request.privateState.get('id')), toCall(request)),
});
