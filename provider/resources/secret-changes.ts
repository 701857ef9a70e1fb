import {
  isSet,
  isUnknown,
  leftUnknown,
  maySet,
  noteKnown,
  type Planned,
  type PlanRequest,
  type PrivateState,
  path,
  UNKNOWN,
  type Unknown,
} from '../../framework';
import type { Connection } from '../service/connection';
import { isInDoubt, warnOfDoubt } from './doubt';
import { compareFingerprint, fingerprintOf, type Verdict } from './fingerprint';
import type { Secret, SecretPlan, SecretState } from './secret-schema';
import { decodeValue, isEncoding } from './secret-value';

/** Key of private state: true if the provider has sent the value. Else a release without import marks has imported it: a null version is unknown. */
const SENT = 'sent';
const FINGERPRINT = 'fingerprint';

const encodingOf = ({ value_encoding }: Pick<Secret, 'value_encoding'>) => value_encoding ?? 'utf8';

const byFingerprint = ({ change_detection }: Pick<Planned<Secret>, 'change_detection'>) =>
  change_detection === 'fingerprint';

/** The configured value as bytes; undefined for none, which is managed elsewhere. Faulty base64 is misread: validate first (`describeBadBase64`). */
export function configuredValue(config: Secret) {
  const text = config.value_wo ?? config.value;
  return text === null ? undefined : decodeValue(text, encodingOf(config));
}

/** The private state and the key with which values are compared. */
export interface Memory {
  readonly privateState: PrivateState;
  /** The practitioner's key of fingerprints; undefined without one. */
  readonly fingerprintKey: string | undefined;
}

/** Notes in private state that the service has this value and, if `state` detects changes by it, its fingerprint for the next plan. */
export function rememberValue({ privateState, fingerprintKey }: Memory, state: SecretState, value: Uint8Array): void {
  privateState.set(SENT, true);
  noteKnown(privateState, ['value_wo_version']);
  const subject = { value, id: state.id };
  privateState.set(FINGERPRINT, byFingerprint(state) ? fingerprintOf(subject, fingerprintKey) : undefined);
}

/**
 * Decides whether an update has to send the secret (P14, P16, P48): for a new name; in doubt; for a `value` of other bytes or another fingerprint;
 * for an equal one with another version, but not if the value was in state (P15); and for one that cannot be compared, if it is plain or detected by
 * its fingerprint, or has another version, none any more or another encoding, unless a version is only taken over (P12). Changes nothing.
 */
export function judgeValue(
  state: SecretState,
  plan: SecretPlan,
  value: Uint8Array,
  memory: Memory,
): { readonly send: boolean; readonly verdict: Verdict } {
  const verdict = compare(state, plan, value, memory);
  if (plan.name !== state.name) return { send: true, verdict };
  if (verdict === 'same') {
    // Asked for by another version, but not if only the value moved from `value` (P15).
    const isAsked =
      state.value === null && plan.value_wo_version !== null && plan.value_wo_version !== state.value_wo_version;
    return { send: isAsked && !isTakenOver(state, plan, memory.privateState), verdict };
  }
  const mustSend = verdict === 'different' || byFingerprint(plan) || plan.value !== null;
  if (mustSend || isInDoubt(memory.privateState)) return { send: true, verdict };
  const changed = plan.value_wo_version !== state.value_wo_version || encodingOf(plan) !== encodingOf(state);
  return { send: changed && !isTakenOver(state, plan, memory.privateState), verdict };
}

/** The new `value_revision`, which counts values that differ by fingerprint, from 1. Returns a planned one unchanged; null without fingerprints. */
export function nextRevision(state: SecretState, plan: SecretPlan, verdict: Verdict): bigint | null {
  if (!byFingerprint(plan)) return null;
  if (typeof plan.value_revision === 'bigint') return plan.value_revision;
  const last = typeof state.value_revision === 'bigint' ? state.value_revision : 0n;
  return verdict === 'same' && last > 0n ? last : last + 1n;
}

/** Compares bytes if the value is in state, else fingerprints if the plan detects changes by them and there is one. Unknown in doubt (P48). */
function compare(
  state: SecretState,
  plan: Pick<Secret, 'change_detection'>,
  value: Uint8Array,
  memory: Memory,
): Verdict {
  if (isInDoubt(memory.privateState)) return 'unknown';
  if (state.value !== null) {
    // A state of another version of the provider may have an encoding that this one does not know.
    const bytes = isEncoding(encodingOf(state)) && decodeValue(state.value, encodingOf(state));
    return bytes && Buffer.compare(bytes, value) === 0 ? 'same' : 'different';
  }
  if (!byFingerprint(plan)) return 'unknown';
  const subject = { value, id: state.id };
  return compareFingerprint(memory.privateState.get(FINGERPRINT), subject, memory.fingerprintKey);
}

/** True if a version is set for the first time after an import that left it unknown (P12). */
function isTakenOver(
  prior: SecretState,
  plan: Pick<Planned<Secret>, 'value_wo_version'>,
  privateState: PrivateState,
): boolean {
  const isUnsent = leftUnknown(privateState, 'value_wo_version') ?? privateState.get(SENT) !== true;
  return (
    isUnsent &&
    !isInDoubt(privateState) &&
    prior.value === null &&
    prior.value_wo_version === null &&
    isSet(plan.value_wo_version)
  );
}

/** The planned `value_revision` of a validated configuration, by which alone a plan shows that a write-only value changed (P16), or any is in doubt (P48): then unknown. Warns if it cannot be compared. */
export function plannedRevision(request: PlanRequest<Secret, Connection, 'id', SecretPlan>): bigint | null | Unknown {
  const { prior, plan, config, connection, privateState, diagnostics } = request;
  if (isUnknown(plan.change_detection)) return UNKNOWN;
  const text = config.value_wo === null ? config.value : config.value_wo;
  if (prior && text !== null && isInDoubt(privateState)) {
    warnOfDoubt(diagnostics, prior.id);
    return UNKNOWN;
  }
  if (!byFingerprint(plan)) return null;
  if (!prior) return 1n;
  if (text === null) return prior.value_revision;
  const { value_encoding } = plan;
  if (isUnknown(text) || isUnknown(value_encoding)) return UNKNOWN;
  const memory = { privateState, fingerprintKey: connection?.fingerprintKey };
  const value = decodeValue(text, encodingOf({ value_encoding }));
  const verdict = compare(prior, { change_detection: 'fingerprint' }, value, memory);
  if (verdict === 'unknown' && connection) {
    const why =
      privateState.get(FINGERPRINT) === undefined
        ? 'No fingerprint of the current value is known yet'
        : 'The fingerprint of the current value was computed with a fingerprint_key that is no longer configured';
    const detail = `${why}, so the value is sent once, and compared from then on.`;
    diagnostics.warn('The value is sent', detail, path('value_revision'));
  }
  const asked = isSet(plan.value_wo_version) && plan.value_wo_version !== prior.value_wo_version;
  const stays = verdict === 'same' && prior.value_revision !== null && !(asked && prior.value === null);
  return stays ? prior.value_revision : UNKNOWN;
}

/** Warns that a version which is only taken over sends nothing (P12), but for a rename, which sends the value. */
export function warnOfTakeOver({
  prior,
  plan,
  privateState,
  diagnostics,
}: PlanRequest<Secret, Connection, 'id', SecretPlan>): void {
  if (!prior || plan.name !== prior.name || byFingerprint(plan) || !isTakenOver(prior, plan, privateState)) return;
  diagnostics.warn(
    'The value is not sent',
    'The secret was imported, so the version of its value is unknown, and value_wo_version is stored as configured. ' +
      'Change value_wo_version once more to send value_wo.',
    path('value_wo_version'),
  );
}

/** Sentences on how to send the configured value to an imported secret: an import takes over a version without sending the value (P12). */
export function sendingAfterImport(config: Secret): string {
  if (config.value !== null) return 'The apply that imports it sends value.';
  if (byFingerprint(config)) return 'The apply that imports it sends value_wo.';
  const version = config.value_wo_version ?? '1';
  const next = /^\d{1,15}$/.test(version) ? String(Number(version) + 1) : `${version}-2`;
  const first =
    config.value_wo_version === null ? `Set value_wo_version = ${JSON.stringify(version)} with the import. ` : '';
  return (
    `${first}The import stores value_wo_version = ${JSON.stringify(version)} in the state and sends nothing, so the secret keeps its value. To send value_wo, ` +
    `apply the import, then set value_wo_version = ${JSON.stringify(next)} and apply again.`
  );
}

/** Reports an error for a rename without a value, because a rename sends the value, and a warning if `value_wo_version` is the same (P13, P14). */
export function judgeRename({
  prior,
  config,
  plan,
  diagnostics,
}: PlanRequest<Secret, Connection, 'id', SecretPlan>): void {
  if (!prior || !isSet(plan.name) || plan.name === prior.name) return;
  if (!maySet(config.value) && !maySet(config.value_wo)) {
    const detail = `The service renames ${JSON.stringify(prior.name)} only together with a value. Set value_wo or value, or keep the name.`;
    diagnostics.error('Cannot rename without a value', detail, path('name'));
  } else if (maySet(config.value_wo) && !byFingerprint(plan) && plan.value_wo_version === prior.value_wo_version) {
    const detail =
      'The service changes the name only together with the value, so value_wo is sent although value_wo_version is unchanged.';
    diagnostics.warn('Rename also sends the value', detail, path('name'));
  }
}
