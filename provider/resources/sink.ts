/* The sink of an access key (P25): a secret of the service that holds the secret half in place of the state. By name it is made and owned; by id only written to. */

import {
  DiagnosticError,
  type Diagnostics,
  type Handling,
  isSet,
  isUnknown,
  lengthAtLeast,
  maySet,
  oneOf,
  type PlanModifier,
  type PlannedValue,
  path,
  singleNested,
  string,
  UNKNOWN,
  type Unknown,
  type Values,
} from '../../framework';
import type { BucketRecord, CreatedAccessKeyRecord } from '../client';
import { CREDENTIALS_FORMATS, type CredentialsFormat, toEnv, toJson } from '../formats/credentials';
import { type Connection, toCall } from '../service/connection';
import { secretName } from '../service/secret-name';

const sinkAttributes = {
  secret_name: string({
    optional: true,
    description:
      'Name of a key/value secret that is created and deleted together with the key. With `create_before_destroy` use ' +
      '`secret_id`, because the name is still taken when the next key is created.',
    validators: [secretName()],
  }),
  secret_id: string({
    optional: true,
    description:
      'Id of an existing key/value secret of the same project, whose value is replaced. It stays when the key is destroyed. ' +
      'The configuration that manages that secret must not send values of its own.',
    validators: [lengthAtLeast(1)],
  }),
  format: string({
    default: 'plain',
    description:
      'What is stored. `plain` (default): the secret half alone. `json`: an object with `access_key_id`, ' +
      '`secret_access_key`, `endpoint`, `region` and `buckets`, the sorted aliases. `env`: dotenv text with ' +
      '`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`, `AWS_REGION` and `S3_BUCKETS`, the sorted ' +
      "aliases with commas (and `S3_BUCKET`, if there is just one). The region is the provider's `s3_region`. For `json` " +
      'and `env` the key waits until its buckets have their alias and endpoint.',
    validators: [oneOf(...CREDENTIALS_FORMATS)],
  }),
};

export const KEY_WAITS =
  'It waits for buckets that were just created: 30 seconds, or as long as is set here; for `json` and `env` of `store_in` also for their alias ' +
  'and endpoint, up to the time limit.';

export type StoreIn = Values<typeof sinkAttributes>;

/** The attribute `store_in` of access keys. `effect`: sentences about a change, for its description. */
export const storeInAttribute = (effect: string, planModifiers: readonly PlanModifier[] = []) =>
  singleNested({
    optional: true,
    description:
      'Stores the secret half in a key/value secret of the same service instead of the state. Exactly one of `secret_name` ' +
      `and \`secret_id\` is set. If storing fails, the new key is deleted again. ${effect}`,
    planModifiers,
    attributes: sinkAttributes,
  });

export const secretIdAttribute = (planModifiers: readonly PlanModifier[]) =>
  string({
    computed: true,
    description: 'Id of the key/value secret that holds the secret half. Null without `store_in`.',
    planModifiers,
  });

/** The planned `secret_id` of a new key: null without a sink, the configured id, or unknown, as for a secret that is made with the key. */
export function plannedSecretId(storeIn: PlannedValue<StoreIn | null>): string | null | Unknown {
  if (storeIn === null) return null;
  return isUnknown(storeIn) ? UNKNOWN : (storeIn.secret_id ?? UNKNOWN);
}

/** Reports a sink that has both a name and an id, or neither. Unknown parts may turn out right, and pass. */
export function requireOneSink(
  { store_in: storeIn }: { readonly store_in: PlannedValue<StoreIn | null> },
  diagnostics: Diagnostics,
): void {
  if (storeIn === null || isUnknown(storeIn)) return;
  const { secret_name: name, secret_id: id } = storeIn;
  if (isSet(name) && isSet(id)) {
    const at = path('store_in', 'secret_id');
    diagnostics.error('Conflicting attributes', 'Set secret_name or secret_id, not both.', at);
  } else if (!maySet(name) && !maySet(id)) {
    const detail =
      'Set secret_name for a secret that is created and destroyed with the key, or secret_id for an existing secret.';
    diagnostics.error('Missing secret', detail, path('store_in'));
  }
}

/** A sink that is ready to store the secret half of a key that is about to be made. */
export interface Sink {
  /** Stores the key and returns the id of the secret. Call it once. Rejects with a ClientError; then the secret may hold the key nevertheless. */
  readonly store: (key: CreatedAccessKeyRecord) => Promise<string>;
  /** True if the secret is made for the key, so that nobody reads it yet. */
  readonly isNew: boolean;
  /** The secret in words, for messages. */
  readonly subject: string;
}

type Request = Pick<Handling<Connection>, 'connection' | 'signal' | 'diagnostics' | 'timeLimit' | 'now'>;

/**
 * Checks the sink before the key is made: the name must be free, or the secret must exist. For `json` and `env` also waits until the buckets have
 * alias and endpoint. `secretId` is the id of the secret of an earlier key, to be overwritten; null: that of `storeIn`. Throws a DiagnosticError,
 * or an error of the client. Makes nothing: only `store` does.
 */
export async function openSink(
  request: Request,
  storeIn: StoreIn,
  key: { readonly projectId: string; readonly bucketIds: readonly string[] },
  secretId: string | null,
): Promise<Sink> {
  const { secrets } = request.connection.client;
  const call = toCall(request);
  const { projectId } = key;
  const id = secretId ?? storeIn.secret_id;
  const name = id === null ? (storeIn.secret_name ?? '') : await existingName(request, id, storeIn);
  if (id === null) await requireFreeName(request, name, projectId);
  const format = await formatter(request, (storeIn.format ?? 'plain') as CredentialsFormat, key.bucketIds);
  return {
    isNew: id === null,
    subject: `secret ${JSON.stringify(name)}${id === null ? '' : ` (id ${JSON.stringify(id)})`}`,
    async store(record) {
      const value = Buffer.from(format(record));
      const secretParts = [record.secret_access_key];
      if (id === null) {
        // After a lost create it is unknown whether a secret that is found holds the key, so it must not be adopted (P25).
        const made = await secrets.create({ projectId, name, value, secretParts, mayAdopt: false }, call);
        return made.id;
      }
      await secrets.update({ id, name, value, secretParts }, call);
      return id;
    },
  };
}

async function existingName(request: Request, id: string, { secret_name: own }: StoreIn): Promise<string> {
  const name = await request.connection.client.secrets.nameOf(id, toCall(request));
  if (name !== undefined) return name;
  const remedy =
    own === null
      ? 'Check the id, or use secret_name for a secret that is created with the key.'
      : `It was created for this key, with the name ${JSON.stringify(own)}. Plan again: once the provider considers it deleted, it creates another secret.`;
  const detail = `The service lists no secret with id ${JSON.stringify(id)}, so the key cannot be stored. No key was created. ${remedy}`;
  throw new DiagnosticError('No such secret', detail, path('store_in', own === null ? 'secret_id' : 'secret_name'));
}

async function requireFreeName(request: Request, name: string, projectId: string): Promise<void> {
  const [taken] = await request.connection.client.secrets.named(name, projectId, toCall(request));
  if (taken === undefined) return;
  throw new DiagnosticError(
    'Secret name already exists',
    `A secret named ${JSON.stringify(name)} already exists, with id ${JSON.stringify(taken.id)}. No key was created. If that secret was created for the key at ` +
      'another address, add a block moved { from = OLD_ADDRESS, to = NEW_ADDRESS }. If it was created for the key that is being replaced, it is deleted with ' +
      'that key: leave out create_before_destroy, or store keys in a separate coffer_secret, by secret_id. If a run that was killed left it behind, delete it. ' +
      `If no block manages it, you can store the key in it, with store_in = { secret_id = ${JSON.stringify(taken.id)} }. Or choose another secret_name.`,
    path('store_in', 'secret_name'),
  );
}

/** Returns a function that makes the text of a key. First looks up everything else that the text contains. */
async function formatter(
  request: Request,
  format: CredentialsFormat,
  bucketIds: readonly string[],
): Promise<(made: CreatedAccessKeyRecord) => string> {
  if (format === 'plain') return ({ secret_access_key }) => secret_access_key;
  const buckets = await Promise.all(bucketIds.map((id) => settledBucket(request, id)));
  const [{ endpoint: shared } = { endpoint: '' }] = buckets;
  const write = format === 'json' ? toJson : toEnv;
  return (made) =>
    write({
      accessKeyId: made.access_key_id || made.id,
      secretAccessKey: made.secret_access_key,
      endpoint: made.endpoint || shared,
      region: request.connection.s3Region,
      buckets: buckets.map(({ alias }) => alias),
    });
}

async function settledBucket(request: Request, id: string): Promise<{ alias: string; endpoint: string }> {
  const { buckets } = request.connection.client;
  const call = toCall(request);
  let bucket = await buckets.find(id, call);
  const known = bucket !== undefined || buckets.wasMadeHere(id);
  const isSettled = ({ alias, endpoint }: BucketRecord) => alias !== undefined && endpoint !== undefined;
  const { signal, timeLimit, now } = request;
  if (known && !(bucket && isSettled(bucket))) {
    const leftMs = Math.max(0, timeLimit.deadlineMs - now());
    bucket = await buckets.waitUntil(id, isSettled, leftMs, call).catch((error: unknown) => {
      // An error below reports the end of the time limit; an interruption has its own.
      if (signal.aborted || !timeLimit.signal.aborted) throw error;
      return undefined;
    });
  }
  if (bucket?.alias && bucket.endpoint) return { alias: bucket.alias, endpoint: bucket.endpoint };
  throw new DiagnosticError(
    known ? 'Bucket not ready yet' : 'No such bucket',
    known
      ? `Bucket ${JSON.stringify(id)} did not get its alias and endpoint within ${timeLimit.ms / 1000} seconds, and they are ` +
          'stored with the key. No key was created. Apply again later, or use format = "plain".'
      : `The service lists no bucket with id ${JSON.stringify(id)}, so its alias cannot be stored with the key. No key was created. ` +
          'Refer to the bucket by coffer_bucket.….id, and check that the bucket is in the project of the key.',
    path('bucket_ids'),
  );
}
