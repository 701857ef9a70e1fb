import { hostname } from 'node:os';
import {
  type CreateRequest,
  type Diagnostics,
  exactlyOneOf,
  fillFromState,
  gone,
  isSet,
  lengthAtLeast,
  list,
  type Model,
  type Plan,
  path,
  type Schema,
  type State,
  string,
  timestamp,
  UNKNOWN,
  useStateForUnknown,
} from '../../framework';
import { quoted, withIds } from '../client/errors/with-ids';
import { sameServer } from '../formats/registry-address';
import { quotedAddress } from '../formats/user-info';
import { type Connection, defineResource, toCall } from '../service/connection';
import { registryServer } from '../service/registry-server';
import { idAttribute, plannedProject, planProject, projectIdAttribute, timeoutsAttribute } from './common';
import { isInDoubt, warnOfDoubt } from './doubt';
import { deleteKnown, forgetUnseen, known, lookUp, refreshing, rememberUnseen, updateKnown } from './missing-object';
import { checkRegistry, isKnown, mayComeToNothing, needsSending, noteSent } from './pull-secret-changes';
import { noteTombstone, planReplaced } from './tombstone';

/** The provider warns about a password that expires within this time, in milliseconds. */
const EXPIRY_NOTICE_MS = 60 * 60_000;

/**
 * Key of private state: the Terraform process whose plan of a destroy has warned, so that its apply does not repeat the warning. The apply of a saved plan is
 * another process, and the destroy half of a replacement has no plan of its own.
 */
const ANNOUNCED = 'stay_announced_by';

/** The process that started this one. Containers often give the same number to theirs, but not the same name of the host. */
const terraformProcess = () => `${hostname()} ${process.ppid}`;

const FULL = 'It only matters with `pull_secret_api = "full"`.';

const schema = {
  description:
    'Credentials for a private container registry. The interface of the service can only create pull secrets: with `pull_secret_api = "create_only"` ' +
    'every change of a sent value creates a new pull secret, whose `id` apps must then use; the old pull secrets stay at the service and are listed in `superseded_ids`, ' +
    'or where the resource is replaced, in a warning.',
  attributes: {
    server: string({
      required: true,
      description:
        'Registry server URL, sent as written. Its form differs by registry, such as `ghcr.io`. Another spelling of the same server is not a change.',
      unknownAfterImport: true,
      validators: [lengthAtLeast(1), registryServer()],
    }),
    project_id: projectIdAttribute(),
    username: string({
      optional: true,
      description: 'Registry user name. Exactly one of `username` and `username_wo` is set.',
      unknownAfterImport: true,
      validators: [lengthAtLeast(1)],
    }),
    username_wo: string({
      optional: true,
      writeOnly: true,
      sensitive: true,
      description:
        'Registry user name, never kept in state: for registries where the name is itself a token. Sent again when `password_wo_version` changes.',
      validators: [lengthAtLeast(1)],
    }),
    password: string({
      optional: true,
      sensitive: true,
      description: 'Password or access token, kept in state. Exactly one of `password` and `password_wo` is set.',
      validators: [lengthAtLeast(1)],
    }),
    password_wo: string({
      optional: true,
      sensitive: true,
      writeOnly: true,
      description:
        'Password or access token, never kept in state. Change `password_wo_version` to send it again: unlike `coffer_secret`, a pull secret has no fingerprint, so a new password with an unchanged version is not sent.',
      validators: [lengthAtLeast(1)],
    }),
    password_wo_version: string({
      optional: true,
      description:
        'Any text, such as a number, a date or a hash. A change sends `password_wo` and `username_wo` again, but for the first version after an ' +
        'import, and where the password moves here from `password` as it is.',
      unknownAfterImport: true,
    }),
    password_expires_at: string({
      optional: true,
      description:
        'When the password expires (RFC 3339). Each refresh in the hour before it shows a warning. Never sent to the service.',
      validators: [timestamp()],
    }),
    timeouts: timeoutsAttribute({ read: FULL, delete: FULL }),
    id: idAttribute(),
    superseded_ids: list({
      elementType: 'string',
      computed: true,
      description: 'Ids of the earlier pull secrets that changes have left at the service, oldest first.',
      planModifiers: [useStateForUnknown()],
    }),
  },
} satisfies Schema;

type PullSecret = Model<typeof schema>;
type PullSecretPlan = Plan<typeof schema>;

/** A pull secret (interface, "Pull secret"; P27). With `create_only` a read sends nothing, a change makes another, and a destroy deletes nothing. */
export const pullSecret = defineResource({
  typeName: 'pull_secret',
  schema,
  identity: 'id',
  mutableIdentity: true, // a change makes another pull secret

  configValidators: [exactlyOneOf('username', 'username_wo'), exactlyOneOf('password', 'password_wo')],

  validate({ config, diagnostics }) {
    if (isSet(config.password_wo_version) && config.password_wo === null && config.username_wo === null) {
      const detail =
        'password_wo_version requires password_wo or username_wo. Set one of them, or remove password_wo_version: a plain password ' +
        'needs no version.';
      diagnostics.error('Version without a write-only value', detail, path('password_wo_version'));
    }
  },

  modifyPlan(request) {
    planProject(request);
    planReplaced(request, 'pull secret');
    const { prior, plan, config, set, connection, privateState, diagnostics } = request;
    const sends = !prior || needsSending(prior, plan, config, privateState);
    if (sends && connection && !connection.skipRegistryValidation) checkRegistry(plan, config, diagnostics);
    if (!prior) {
      set('superseded_ids', []);
    } else if (!sends) {
      // At most its spelling differs (P30).
      if (prior.server !== null) set('server', prior.server);
    } else if (connection?.pullSecretApi !== 'full') {
      // Without an update at the service, a change makes a new pull secret.
      set('id', UNKNOWN);
      // A change that may turn out to be none, or an update, must plan unknown.
      const isOpen = connection === undefined || mayComeToNothing(prior, plan, config);
      set('superseded_ids', isOpen ? UNKNOWN : superseded(prior));
    } else if (isInDoubt(privateState)) {
      set('superseded_ids', UNKNOWN);
    }
    if (prior && isInDoubt(privateState)) warnOfDoubt(diagnostics, prior.id);
  },

  planDestroy({ state, connection, privateState, diagnostics }) {
    if (connection?.pullSecretApi !== 'create_only') return;
    warnOfWhatStays(state, diagnostics);
    privateState.set(ANNOUNCED, terraformProcess());
  },

  async create(request) {
    const { plan, connection, privateState, save } = request;
    const projectId = plannedProject(plan, connection);
    const { id } = await connection.client.pullSecrets.create(newPullSecret(request, projectId), toCall(request));
    noteSent(privateState);
    if (!connection.client.pullSecrets.sightings(id)) rememberUnseen(request, id);
    const state = { ...plan, project_id: projectId, id, superseded_ids: [] };
    save(state);
    return state;
  },

  read: refreshing(async (request) => {
    const { state, connection, diagnostics, privateState, now } = request;
    warnOfExpiry(state, now(), diagnostics);
    if (connection.pullSecretApi === 'create_only') return state; // there is nothing to read it with
    const found = await lookUp(request, connection.client.pullSecrets, known('pull secret', state));
    const isForeign = noteTombstone(privateState, { id: state.id, required: state.server }, found === 'tombstone');
    if (found === 'gone' || isForeign) return gone;
    if (found === 'stays' || found === 'tombstone') return state;
    const { record } = found;
    const { server } = record;
    // The configured spelling stays if the service lists the same server in another one (P30).
    const isSame = server === undefined || (state.server !== null && sameServer(state.server, server));
    return {
      ...state,
      project_id: state.project_id ?? record.project_id ?? null,
      server: isSame ? state.server : server,
      // A null user name is either write-only, or was not read yet.
      username:
        state.username === null && isKnown('username', privateState) ? null : (record.username ?? state.username),
    };
  }),

  async update(request) {
    const { plan, config, state, connection, privateState, save } = request;
    if (connection.pullSecretApi === 'full') {
      if (needsSending(state, plan, config, privateState)) {
        const change = { id: state.id, ...credentials(request) };
        const put = () => connection.client.pullSecrets.update(change, toCall(request));
        await updateKnown(request, known('pull secret', state), put);
        noteSent(privateState);
      }
      return { ...fillFromState(plan, state), superseded_ids: state.superseded_ids };
    }
    if (plan.id) return fillFromState(plan, state); // the plan has found nothing to send
    const wanted = newPullSecret(request, plannedProject(plan, connection));
    const made = await connection.client.pullSecrets.create(wanted, toCall(request));
    noteSent(privateState);
    forgetUnseen(request, state.id);
    rememberUnseen(request, made.id);
    const renewed = { ...fillFromState(plan, state), id: made.id, superseded_ids: superseded(state) };
    save(renewed);
    return renewed;
  },

  async delete(request) {
    const { state, connection, privateState, diagnostics } = request;
    if (connection.pullSecretApi !== 'full') {
      if (privateState.get(ANNOUNCED) !== terraformProcess()) warnOfWhatStays(state, diagnostics);
      return;
    }
    for (const id of superseded(state)) {
      await deleteKnown(request, connection.client.pullSecrets, known('pull secret', { ...state, id }));
    }
  },

  importState: async ({ id }) => ({ id, superseded_ids: [] }),
});

const superseded = ({ id, superseded_ids }: State<PullSecret>) => [...(superseded_ids ?? []), id];

type Credentials = Pick<CreateRequest<PullSecret, Connection, 'id', PullSecretPlan>, 'plan' | 'config' | 'connection'>;

/** The login to send. Its parts are validated to be set, except a write-only value that turned out to be null. */
function credentials({ plan, config }: Omit<Credentials, 'connection'>) {
  return {
    server: plan.server,
    username: config.username_wo ?? plan.username ?? '',
    password: config.password_wo ?? plan.password ?? '',
    usernameIsSecret: config.username_wo !== null,
  };
}

/** The request for a new pull secret. A lost one is looked for in the list, if there is one, by any spelling of the server (P2, P30). */
function newPullSecret(request: Credentials, projectId: string) {
  const login = credentials(request);
  const isServer = (listed: string) => sameServer(listed, login.server);
  return { projectId, ...login, ...(request.connection.pullSecretApi === 'full' && { listed: { isServer } }) };
}

function warnOfExpiry({ password_expires_at: expiry }: State<PullSecret>, now: number, diagnostics: Diagnostics): void {
  if (expiry === null) return;
  const left = Date.parse(expiry) - now;
  if (left > EXPIRY_NOTICE_MS) return;
  const verb = left > 0 ? 'ends' : 'ended';
  const detail = `The password ${verb} at ${expiry}. Set a new password, a new password_expires_at and, with password_wo, a new password_wo_version.`;
  const summary = `Registry password ${left > 0 ? 'about to expire' : 'expired'}`;
  diagnostics.warn(summary, detail, path('password_expires_at'));
}

/** Warns that a destroy deletes none of the pull secrets in state. */
function warnOfWhatStays(state: State<PullSecret>, diagnostics: Diagnostics): void {
  const ids = superseded(state);
  const server = state.server === null ? 'unknown' : quotedAddress(state.server);
  const who = state.username === null ? '' : ` and user name ${JSON.stringify(state.username)}`;
  const earlier = ids.length > 1 ? '; those before the last may be for an earlier server or user name' : '';
  diagnostics.warn(
    withIds('Pull secret stays at the service', ids),
    `The service cannot delete pull secrets, so ${quoted(ids)} (server ${server}${who}${earlier}) can still be used there. To make them unusable, revoke the registry password.`,
  );
}
