import {
  atLeast,
  bool,
  type CreateRequest,
  fillFromState,
  gone,
  int64,
  type Model,
  oneOf,
  type Plan,
  type Planned,
  type Schema,
  type State,
  string,
  UNKNOWN,
  type UpdateRequest,
  useNonNullStateForUnknown,
} from '../../framework';
import type { BucketRecord } from '../client';
import { ChangedConcurrentlyError } from '../client/errors/conflict-errors';
import { type Connection, defineResource, toCall } from '../service/connection';
import {
  awaitDescription,
  descriptionInState,
  listedDescription,
  noteDescription,
  noteFirstDescription,
} from './bucket-description';
import { destroyBucket } from './bucket-destroy';
import { awaitQuota, listedFor, noteCreated, noteUpdated, quotaInState } from './bucket-quota';
import { assigned, idAttribute, plannedProject, planProject, projectIdAttribute, timeoutsAttribute } from './common';
import { deletionProtectionAttribute, protectReplaced, requireUnprotected } from './deletion-protection';
import { isInDoubt, noteDoubt, warnOfDoubt } from './doubt';
import { idToImport } from './import-by-name';
import {
  confirmPromised,
  forgetUnseen,
  known,
  lookUp,
  refreshing,
  rememberUnseen,
  updateKnown,
} from './missing-object';
import { noteTombstone, warnOfTombstone } from './tombstone';

const schema = {
  description:
    'An S3 bucket with a quota. The service names it: `alias` (its name for S3 clients) and `endpoint` may appear some time after the bucket. ' +
    'Imported by id, or by `alias:` and its alias.',
  attributes: {
    max_size: int64({
      required: true,
      description: 'Quota in bytes, at least 1. For a size such as `5GiB`, use the function `parse_size`.',
      validators: [atLeast(1n)],
    }),
    project_id: projectIdAttribute(),
    description: string({ optional: true, description: 'Free-form text.' }),
    force_destroy: bool({
      default: false,
      description:
        'Whether a destroy permanently deletes the contents of the bucket: every object, with all its versions if the server ' +
        'keeps them, and every unfinished upload. The provider creates an access key for this, and deletes it afterwards. If ' +
        '`false` (default), destroying a bucket that is not empty is an error, and the bucket stays.',
    }),
    destroy_check: string({
      default: 's3',
      description:
        'How a destroy finds out whether the bucket is empty: `s3` (default) looks into it, with a read-only access key that ' +
        'is created for this and deleted afterwards; `server` leaves it to the service, which does not promise to refuse a bucket with ' +
        'objects. It has no effect with `force_destroy`.',
      validators: [oneOf('s3', 'server')],
    }),
    wait_for: string({
      default: 'endpoint',
      description:
        'How long a create waits: until alias and `endpoint` are there (default), until the bucket is `listed`, or `none`. ' +
        'A wait that runs out is a warning; the values appear with the next refresh.',
      validators: [oneOf('endpoint', 'listed', 'none')],
    }),
    timeouts: timeoutsAttribute(
      {
        create: 'It waits as long as this for what `wait_for` names.',
        update: 'It waits until the list shows the change: 30 seconds, or as long as is set here.',
        delete: 'It includes emptying the bucket by `force_destroy`.',
      },
      { delete: '1h' },
    ),
    deletion_protection: deletionProtectionAttribute('bucket'),
    id: idAttribute(),
    alias: assigned('Name to use with S3 clients. Null until the service has assigned it.'),
    endpoint: assigned('S3 endpoint. Null until the service has assigned it.'),
    created_at: int64({
      computed: true,
      description: 'Timestamp of creation, as the service gives it; its unit and epoch are not documented.',
      planModifiers: [useNonNullStateForUnknown()],
    }),
    updated_at: int64({
      computed: true,
      description: 'Timestamp of the last update, as the service gives it; its unit and epoch are not documented.',
    }),
  },
} satisfies Schema;

type Bucket = Model<typeof schema>;
type BucketPlan = Plan<typeof schema>;

/** An S3 bucket (interface, "Bucket"). Only a change of `max_size` or `description` sends an update. */
export const bucket = defineResource({
  typeName: 'bucket',
  schema,
  identity: 'id',

  modifyPlan(request) {
    planProject(request);
    protectReplaced(request, 'bucket');
    warnOfTombstone(request);
    const { prior, plan, set, privateState, diagnostics } = request;
    const inDoubt = isInDoubt(privateState);
    if (prior && inDoubt) warnOfDoubt(diagnostics, prior.id);
    // The update sends nothing, so `updated_at` does not change (P20).
    if (prior && isAsIs(plan, prior)) set('updated_at', inDoubt ? UNKNOWN : prior.updated_at);
  },

  planDestroy: (request) => requireUnprotected(request, 'bucket'),

  async create(request) {
    const { plan, connection, save } = request;
    const projectId = plannedProject(plan, connection);
    const description = plan.description ?? undefined;
    const { buckets } = connection.client;
    const { id } = await buckets.create({ projectId, maxSize: plan.max_size, description }, toCall(request));
    awaitQuota(request, plan.max_size);
    awaitDescription(request, plan.description);
    rememberUnseen(request, id);
    const made = { ...plan, project_id: projectId, id };
    save(made); // before the wait, so that Terraform knows the bucket whatever happens next
    if (plan.wait_for === 'none') await confirmPromised(request, buckets, known('bucket', made));
    const listed = plan.wait_for === 'none' ? undefined : await waitForBucket(request, id);
    if (buckets.sightings(id)) forgetUnseen(request, id);
    return withRecord(made, listed);
  },

  read: refreshing(async (request) => {
    const { state, connection, privateState } = request;
    const found = await lookUp(request, connection.client.buckets, known('bucket', state));
    const isForeign = noteTombstone(privateState, { id: state.id, required: state.max_size }, found === 'tombstone');
    if (found === 'gone' || isForeign) return gone;
    if (found === 'stays' || found === 'tombstone') return state;
    const { record } = found;
    if (isInDoubt(privateState)) awaitQuota(request, undefined); // the list may show what a later update has sent
    noteCreated(request, record.id, record.max_size);
    noteFirstDescription(request, record.id, record.description);
    if (record.max_size !== undefined) noteDoubt(privateState, false);
    return {
      ...withRecord(state, record),
      max_size: quotaInState(privateState, state.max_size, record.max_size),
      description: descriptionInState(privateState, state.description, record.description),
    };
  }),

  async update(request) {
    const { plan, state, privateState } = request;
    if (isAsIs(plan, state) && !isInDoubt(privateState)) return fillFromState(plan, state);
    const record = await updateKnown(request, known('bucket', state), (accepted) => send(request, accepted));
    if (record.max_size === undefined) awaitQuota(request, plan.max_size);
    else noteUpdated(request, record.id, plan.max_size, record.max_size);
    noteDescription(request, record.id, plan.description, record.description);
    return withRecord({ ...plan, id: state.id }, record);
  },

  async delete(request) {
    requireUnprotected(request, 'bucket');
    await destroyBucket(request);
  },

  async importState(request) {
    const id = await idToImport(request, request.connection.client.buckets, { noun: 'bucket', by: 'alias' });
    return { id, force_destroy: false, destroy_check: 's3', wait_for: 'endpoint' } as const;
  },
});

/** True if a plan has the quota and the description of the state. */
const isAsIs = (plan: Pick<Planned<Bucket>, 'max_size' | 'description'>, state: State<Bucket>) =>
  plan.max_size === state.max_size && plan.description === state.description;

/** Fills in what only the service knows, and the default of `wait_for`. Known values stay if the record lacks them (P7), a project in any case. */
function withRecord<B extends State<BucketPlan, never>>(state: B, record: Partial<BucketRecord> = {}) {
  return {
    ...state,
    wait_for: state.wait_for ?? 'endpoint',
    project_id: state.project_id ?? record.project_id ?? null,
    alias: record.alias ?? state.alias ?? null,
    endpoint: record.endpoint ?? state.endpoint ?? null,
    created_at: record.created_at ?? state.created_at ?? null,
    updated_at: record.updated_at ?? state.updated_at ?? null,
  };
}

/** Waits for what `wait_for` names. A timeout, an interruption or a list that cannot be read is a warning, because the bucket exists. */
async function waitForBucket(
  request: CreateRequest<Bucket, Connection, 'id', BucketPlan>,
  id: string,
): Promise<BucketRecord | undefined> {
  const { plan, connection, diagnostics, timeLimit, now } = request;
  const isReady = (record: BucketRecord) => {
    noteCreated(request, id, record.max_size);
    noteFirstDescription(request, id, record.description);
    return plan.wait_for === 'listed' || (record.alias !== undefined && record.endpoint !== undefined);
  };
  const leftMs = Math.max(0, timeLimit.deadlineMs - now());
  let listed: BucketRecord | undefined;
  try {
    listed = await connection.client.buckets.waitUntil(id, isReady, leftMs, toCall(request));
  } catch (error) {
    if (!timeLimit.signal.aborted) throw error;
  }
  if (listed) return listed;
  diagnostics.warn(
    'Bucket not ready yet',
    `Bucket ${JSON.stringify(id)} exists, but no list has shown its alias and endpoint ` +
      `${now() < timeLimit.deadlineMs ? 'so far' : `within ${timeLimit.ms / 1000} seconds`}. ` +
      'They are null for now; the next plan or refresh fills them in.',
  );
  return undefined;
}

/** Sends size and description. If the list then shows other values, saves those and throws (P23). */
async function send(
  request: UpdateRequest<Bucket, Connection, 'id', BucketPlan>,
  accepted: () => void,
): Promise<BucketRecord> {
  const { plan, state, connection, privateState, save } = request;
  const maxSize = plan.max_size;
  const listedAs = {
    maxSize: listedFor(privateState, maxSize),
    description: listedDescription(privateState, plan.description),
  };
  const change = { id: state.id, maxSize, listedAs, accepted };
  const { buckets } = connection.client;
  try {
    try {
      return await buckets.update({ ...change, description: plan.description ?? '' }, toCall(request));
    } catch (error) {
      // Some servers clear a description with "", others with null (P10).
      const clears = plan.description === null && error instanceof ChangedConcurrentlyError;
      if (!clears || error.fields.join() !== 'description') throw error;
      return await buckets.update({ ...change, description: null }, toCall(request));
    }
  } catch (error) {
    if (error instanceof ChangedConcurrentlyError && error.record) {
      const { record } = error;
      save({
        ...withRecord({ ...plan, id: state.id }, record),
        max_size: quotaInState(privateState, plan.max_size, record.max_size),
        description: descriptionInState(privateState, plan.description, record.description),
      });
    }
    throw error;
  }
}
