import {
  type Diagnostics,
  isSet,
  isUnknown,
  leftUnknown,
  maySet,
  noteKnown,
  type Planned,
  type PrivateState,
  path,
} from '../../framework';
import { sameServer } from '../formats/registry-address';
import { quotedAddress } from '../formats/user-info';
import { isInDoubt, noteDoubt } from './doubt';
import { checkLogin } from './registry-rules';

/** The attributes that decide whether a pull secret has to be sent again. */
interface PullSecretState {
  readonly server: string | null;
  readonly username: string | null;
  readonly username_wo: string | null;
  readonly password: string | null;
  readonly password_wo: string | null;
  readonly password_wo_version: string | null;
  readonly password_expires_at: string | null;
}

type Login = Planned<PullSecretState>;

/** Key of private state: true if the provider has sent the login. Else a release without import marks has imported it, and null is unknown (P12). */
const SENT = 'sent';

/** Notes that the login at the service is the configured one, null included. */
export function noteSent(privateState: PrivateState): void {
  privateState.set(SENT, true);
  noteKnown(privateState, ['username', 'password_wo_version']);
  noteDoubt(privateState, false);
}

/** True if a null in state means that the login has no such part; false if an import left it unknown (P12). */
export const isKnown = (name: 'username' | 'password_wo_version', privateState: PrivateState): boolean =>
  !(leftUnknown(privateState, name) ?? privateState.get(SENT) !== true);

/**
 * True if a change has to be sent to the service (P12, P15, P27), or anything in doubt (P48). Else not sent are: what is taken over because an import
 * left it unknown, an equal value that moves from the plain to the write-only attribute, another write-only value without a new version, and another
 * spelling of the same server (P30). An unknown value that is compared counts as a change. Write-only values are in `config` alone.
 */
export function needsSending(prior: PullSecretState, plan: Login, config: Login, privateState: PrivateState): boolean {
  if (isInDoubt(privateState)) return true;
  if (prior.server !== null && (typeof plan.server !== 'string' || !sameServer(prior.server, plan.server))) return true;
  const versionChanged =
    prior.password_wo_version !== plan.password_wo_version &&
    (prior.password_wo_version !== null || isKnown('password_wo_version', privateState));
  // A version that is removed does not mean a new value.
  if (versionChanged && plan.password_wo_version !== null && !bothMoved(prior, config)) return true;
  const username = config.username_wo ?? plan.username;
  const isNew = plan.username !== null && isKnown('username', privateState);
  if (prior.username === null ? isNew : username !== prior.username) return true;
  const password = config.password_wo ?? plan.password;
  return prior.password !== null ? password !== prior.password : plan.password !== null;
}

/** For a plan that `needsSending`: true if a compared value is unknown, and so perhaps no change: then only what is in doubt is sent. */
export function mayComeToNothing(prior: PullSecretState, plan: Login, config: Login): boolean {
  const compared = [plan.server, plan.username, plan.password, plan.password_wo_version];
  if (prior.username !== null) compared.push(config.username_wo);
  if (prior.password !== null) compared.push(config.password_wo);
  return compared.some(isUnknown);
}

/** True if the version is new only because a plain password, and perhaps a user name, moved to write-only attributes (P15). */
function bothMoved(prior: PullSecretState, { username_wo, password_wo }: Login): boolean {
  return (
    prior.password !== null &&
    password_wo === prior.password &&
    (username_wo === null || username_wo === prior.username)
  );
}

/** Reports known parts of the login that do not fit the registry, as errors or warnings (P30). An unknown server is not looked at. */
export function checkRegistry(plan: Login, config: Login, diagnostics: Diagnostics): void {
  if (typeof plan.server !== 'string') return;
  const known = (value: unknown) => (typeof value === 'string' ? value : null);
  const problems = checkLogin({
    server: plan.server,
    username: known(config.username_wo ?? plan.username),
    usernameIsKept: isSet(plan.username),
    password: known(config.password_wo ?? plan.password),
    expiryIsMissing: plan.password_expires_at === null,
  });
  for (const { severity, about, detail } of problems) {
    const isWriteOnly =
      (about === 'username' && maySet(config.username_wo)) || (about === 'password' && maySet(config.password_wo));
    diagnostics.add({
      severity,
      summary: severity === 'error' ? 'Wrong for this registry' : 'Unusual for this registry',
      detail: `${detail} The server is ${quotedAddress(plan.server)}. To turn these checks off, set skip_registry_validation in the provider block.`,
      path: path(isWriteOnly ? `${about}_wo` : about),
    });
  }
}
