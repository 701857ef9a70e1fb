import { isSet, maySet } from '../../framework/config';
import type { Diagnostics } from '../../framework/diagnostic';
import { leftUnknown, noteKnown } from '../../framework/import-marks';
import { path } from '../../framework/path';
import type { PrivateState } from '../../framework/private-state';
import type { Planned } from '../../framework/resource';
import { isUnknown } from '../../framework/value';
import { sameServer } from '../formats/registry';
import { withoutUserInfo } from '../formats/user-info';
import { checkLogin } from './registry-rules';

/** What decides whether a pull secret has to be sent again. */
export interface PullSecretState {
  readonly server: string | null;
  readonly username: string | null;
  readonly username_wo: string | null;
  readonly password: string | null;
  readonly password_wo: string | null;
  readonly password_wo_version: string | null;
  readonly password_expires_at: string | null;
}

type Login = Planned<PullSecretState>;

/**
 * Private state: we have sent the login ourselves. Tells what we made from what a release without marks has imported, of which a null in
 * state is unknown (P12).
 */
const SENT = 'sent';

/** Notes that the login at the service is the one that was configured, null included. */
export function noteSent(privateState: PrivateState): void {
  privateState.set(SENT, true);
  noteKnown(privateState, ['username', 'password_wo_version']);
}

/** Whether a null in state means that there is none, and not that an import left it unknown (P12). */
export const isKnown = (name: 'username' | 'password_wo_version', privateState: PrivateState): boolean =>
  !(leftUnknown(privateState, name) ?? privateState.get(SENT) !== true);

/**
 * Whether a change concerns the service (P12, P15, P27). A null in state that we did not put there is not known, and taken
 * over; moving a value between its plain and its write-only attribute is no change when it stays the same, and neither is
 * another spelling of the same server (P30).
 */
export function needsSending(prior: PullSecretState, plan: Login, config: Login, privateState: PrivateState): boolean {
  if (prior.server !== null && (typeof plan.server !== 'string' || !sameServer(prior.server, plan.server))) return true;
  const versionChanged =
    prior.password_wo_version !== plan.password_wo_version &&
    (prior.password_wo_version !== null || isKnown('password_wo_version', privateState));
  // Taking the version away says nothing about the value.
  if (versionChanged && plan.password_wo_version !== null && !bothMoved(prior, config)) return true;
  const username = config.username_wo ?? plan.username;
  const isNew = plan.username !== null && isKnown('username', privateState);
  if (prior.username === null ? isNew : username !== prior.username) return true;
  const password = config.password_wo ?? plan.password;
  return prior.password !== null ? password !== prior.password : plan.password !== null;
}

/** Whether a change that looks like one may turn out to be none, once everything is known: then nothing is sent. */
export function mayComeToNothing(prior: PullSecretState, plan: Login, config: Login): boolean {
  const compared = [plan.server, plan.username, plan.password, plan.password_wo_version];
  if (prior.username !== null) compared.push(config.username_wo);
  if (prior.password !== null) compared.push(config.password_wo);
  return compared.some(isUnknown);
}

/** A version that only came with the move of a plain password, and perhaps of a plain user name, is no change (P15). */
function bothMoved(prior: PullSecretState, { username_wo, password_wo }: Login): boolean {
  return (
    prior.password !== null &&
    password_wo === prior.password &&
    (username_wo === null || username_wo === prior.username)
  );
}

/** Reports what does not fit the registry (P30), as far as it is known. */
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
      detail: `${detail} The server is ${JSON.stringify(withoutUserInfo(plan.server))}. To turn these checks off, set skip_registry_validation in the provider block.`,
      path: path(isWriteOnly ? `${about}_wo` : about),
    });
  }
}
