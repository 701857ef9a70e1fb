import { setImmediate } from 'node:timers';
import { type Diagnostic, DiagnosticError, type Diagnostics, requireSynchronous, validDiagnostic } from '../diagnostic';
import { isMistake, messageOf, nameOf, stackOf } from '../failure';
import { PrivateState } from '../plan/private-state';
import type { Provider } from '../provider';
import { type AnyResource, gone, type Handling } from '../resource';
import { conformResult, type Misfit } from '../schema/fit-state-to-schema';
import { changedIdentity, type Identified, missingIdentity } from '../schema/identity';
import type { Attributes } from '../schema/schema';
import { describeTimeOver, howToRaise, limitOf, type TimedOperation, unlimited } from '../schema/timeouts';
import { formatPath, path } from '../values/path';
import type { ObjectValue, Value } from '../values/value';
import type { CallInProgress } from './call-in-progress';
import type { Configuration } from './configuration';
import { takeUnclaimed } from './forgotten';

/* The parts that the operations share: their targets, the request of a handler, the errors that it throws, and the check of its result. */

export interface TypeTarget<C> {
  /** The full type name, `random_pet`, as messages name it. */
  readonly typeName: string;
  readonly provider: Provider<C>;
  readonly configuration: Configuration<C>;
}

export interface Called {
  readonly call: CallInProgress;
}

export interface Target<C, D = AnyResource<C>> extends TypeTarget<C> {
  readonly definition: D;
}

/** An operation whose time limit can be configured, and the values that configure it. */
interface Timed {
  readonly attributes: Attributes;
  readonly operation: TimedOperation;
  /** The configuration, plan or state; undefined for the default. */
  readonly values: ObjectValue | undefined;
}

/**
 * Makes the part of a request that all handlers share. Throws a DiagnosticError if the call was interrupted, or the provider is not configured or not
 * known yet. With `timed`, if the attributes have `timeouts` with its operation, it sets the time limit, so call it once per call. Otherwise no time
 * limit ends the call, and waits that the service asks for may take five minutes. `privateBytes` is empty for an object without private state.
 */
export function handling<C>(
  target: TypeTarget<C> & Called,
  diagnostics: Diagnostics,
  privateBytes: Uint8Array,
  timed?: Timed,
): Handling<C> {
  const { call } = target;
  const connection = target.configuration.requireConnection();
  call.beginHandler();
  const limit = timed && limitOf(timed.attributes, timed.operation, timed.values);
  return {
    connection,
    signal: call.signal,
    diagnostics,
    privateState: new PrivateState(privateBytes),
    now: target.configuration.environment.now,
    log: target.configuration.environment.log,
    timeLimit: timed && limit ? call.limit(timed.operation, limit) : unlimited(call.beganMs, call.signal),
    ifUnsaved: call.ifUnsaved,
  };
}

/** Throws a DiagnosticError for a state without its identity, left by an earlier version: a handler would take another object. */
export function requireIdentity<C>({ typeName, definition }: Target<C>, state: ObjectValue): void {
  const missing = missingIdentity(definition, state);
  if (missing.length === 0) return;
  throw new DiagnosticError(
    'State without identity',
    `The state of this ${typeName} has no ${missing.join(', ')}, so nothing was asked of the service or changed there. Find the object at the ` +
      'service; then remove it from state with terraform state rm, and import it, or delete it by hand.',
    path(missing[0] ?? ''),
  );
}

/**
 * To be called when a handler has succeeded. Throws a DiagnosticError if nothing has awaited a rejection in it, or caught an exception of a callback
 * (F10): what it was to do may not have happened. Adds a warning for each rejection that belongs to no call.
 */
export async function judgeForgotten<C>(
  { call, provider, typeName }: TypeTarget<C> & Called,
  diagnostics: Diagnostics,
  verb: string,
): Promise<void> {
  // The runtime tells a rejection when everything that is due has run.
  await new Promise((resolve) => setImmediate(resolve));
  const words = (reason: unknown) => describe(provider, reason, verb).detail.replace(/[^.!?]$/, '$&.');
  for (const reason of takeUnclaimed()) {
    diagnostics.warn(
      'Promise not awaited',
      `Something that nothing awaited has failed: ${words(reason)} It may be a part of an operation that was reported as a success. ${AWAIT}`,
    );
  }
  if (call.uncaught) throw call.failure ?? call.uncaught;
  const [reason] = [...call.forgotten.values()];
  if (call.forgotten.size === 0) return;
  throw new DiagnosticError(
    'Promise not awaited',
    `The ${verb} of ${typeName} ended without waiting for something that has failed: ${words(reason)} ${AWAIT}`,
  );
}

const AWAIT = 'This is a bug in the provider, which has to await every Promise: please report it.';

/** Throws a DiagnosticError for a read that has fallen off its end: nothing says whether the object exists. */
export function requireResult<C>({ typeName }: TypeTarget<C>, found: unknown): void {
  if (found !== undefined && found !== null) return;
  throw new DiagnosticError(
    'Read returned nothing',
    `The read of ${typeName} returned ${found}, which does not say whether the object exists, so the state stays as it was. It has to return the ` +
      'state, or `gone` for an object that somebody has deleted. This is a bug in the provider: please report it.',
  );
}

/** What is left of an operation that failed and has saved nothing, by its verb. Only its handler knows what it made: nothing more is promised. */
const LEFT: Readonly<Record<string, string | undefined>> = {
  create:
    'Nothing of the object is in state. If the create made something at the service, import it, or delete it there, before you run the same command again.',
  update:
    'The state is as it was, and may be older than the object: the next plan reads it. Run the same command again to go on.',
  delete: 'The object stays in state until a plan finds that it is gone. Run the same command again to go on.',
  'open ephemeral':
    'If it made something, that is left at the service, and nothing closes it: look for it there before you run the same command again.',
  'run action': 'What it did until then stays. Run the same command again to go on.',
};
const SAVED = 'What it had saved until then is in state, and nothing more. Run the same command again to go on.';
const AGAIN = 'Run the same command again.';
const UNSENT = 'Nothing more was sent. Run the same command again to see what is left to do.';

/**
 * Adds an error that a handler threw to the diagnostics: a DiagnosticError with its own words, any other by `describeError`, or else its message,
 * after a debug line with its stack. A failure of the provider is added before it. An interruption replaces an error that is a mere
 * cancellation; the detail of any other names it, or the time limit that was reached, once, and after these, or a mistake in the handler, says what
 * is left, unless the provider has `isCancellation`, and so does. Secrets of the provider block are removed. `verb` reads like `read data source`. Never throws.
 */
export function reportError<C>(
  target: TypeTarget<C> & Partial<Called>,
  diagnostics: Diagnostics,
  error: unknown,
  verb: string,
): void {
  const { failure, exceeded, interruption, hasBegun = true, state } = target.call ?? {};
  const mistake = isMistake(error) ? nameOf(error) : undefined;
  const isOurs = mistake !== undefined || [failure, interruption, exceeded?.signal.reason].includes(error);
  const left = state === 'saved' ? SAVED : isOurs || !target.provider.isCancellation ? LEFT[verb] : undefined;
  const { operation: timed, ms = 0 } = exceeded ?? {};
  const early = timed ? describeTimeOver(timed, ms) : interruption?.detail;
  const { redact } = target.configuration;
  const add = ({ summary, detail: words, ...more }: Diagnostic, ...sentences: readonly (string | undefined)[]) => {
    const detail = redact(words).trimEnd();
    const rest = sentences.filter((one) => one !== undefined && !detail.includes(one));
    const start = rest.length > 0 ? detail.replace(/[^.!?:]$/, '$&.') : detail;
    const at = timed && { path: path('timeouts', timed) };
    diagnostics.add({ ...at, ...more, summary: redact(summary), detail: [start, ...rest].join(' ') });
  };
  // What has failed unawaited may be what this tells.
  if (failure) takeUnclaimed();
  if (failure) add(failure.toDiagnostic(), error === failure ? left : undefined);
  if (failure && error === failure) return;
  // The handler's own error only says that it was cancelled.
  const isMere = interruption && (!hasBegun || isCancellation(target.provider, error));
  const end = early ? [early, left ?? AGAIN, timed && howToRaise(timed)] : [failure || mistake ? left : undefined];
  if (isMere) add(interruption.toDiagnostic(), UNSENT);
  else if (interruption && error === interruption) add(interruption.toDiagnostic(), left ?? AGAIN);
  else if (error instanceof DiagnosticError) add(error.toDiagnostic(), ...end);
  else {
    const operation = `${verb} ${target.typeName}`;
    target.configuration.environment.log('debug', 'operation failed', { operation, stack: stackOf(error) });
    const told = describe(target.provider, error, operation);
    const isUnnamed = mistake && !told.detail.includes(mistake);
    add(told, isUnnamed ? `This is a bug in the provider (${mistake}): please report it.` : undefined, ...end);
  }
}

/** The words of the provider for an error, such as of the operation `create random_pet`: its `describeError`, or the message. Never throws. */
export function describe(
  { describeError }: Pick<Provider<never>, 'describeError'>,
  error: unknown,
  operation: string,
): Diagnostic {
  const summary = `Cannot ${operation}`;
  const ownWords = () => validDiagnostic({ severity: 'error', summary, detail: messageOf(error) });
  if (!describeError) return ownWords();
  try {
    const described: unknown = describeError(error, operation);
    requireSynchronous(described, 'describeError');
    if (described === undefined) return ownWords();
    const valid = validDiagnostic(described as Diagnostic);
    // A warning would make a success of what failed.
    return { ...valid, severity: 'error', summary: valid.summary || summary };
  } catch (worse) {
    // The provider may leave out of its words what is in the message of the error.
    const detail =
      `It failed (${nameOf(error)}), and describeError of the provider, which has the words for that, failed too (${nameOf(worse)}). ` +
      'This is a bug in the provider: please report it.';
    return { severity: 'error', summary, detail };
  }
}

/** Whether the provider says that an error is a mere cancellation; it is not if the provider fails at that. */
function isCancellation(provider: Pick<Provider<never>, 'isCancellation'>, error: unknown): boolean {
  try {
    return provider.isCancellation?.(error) === true;
  } catch {
    return false;
  }
}

interface Checked {
  readonly typeName: string;
  readonly definition: Identified;
  readonly diagnostics: Diagnostics;
  /** Its verb, as in `The read of random_pet`. */
  readonly operation: string;
  /** The sentence that says what becomes of a result that does not fit. */
  readonly end: string;
}

/** Throws a DiagnosticError for a handler that returns {@link gone} and is no read. */
export function refuseGone({ typeName, operation }: Pick<Checked, 'typeName' | 'operation'>, result: unknown): void {
  if (result !== gone) return;
  throw new DiagnosticError(
    'Result does not fit the schema',
    `The ${operation} of ${typeName} returned \`gone\`, which only a read returns. This is a bug in the provider: please report it.`,
  );
}

/** The result of a handler, without write-only values, if it fits as {@link conformResult} says; else undefined, with an error for each misfit. */
export function fitting(
  checked: Checked,
  result: ObjectValue,
  known: Value = null,
  sent: readonly Value[] = [],
): ObjectValue | undefined {
  refuseGone(checked, result);
  const { state, misfits } = conformResult(checked.definition, result, known, sent);
  reportMisfits(checked, misfits);
  return misfits.length > 0 ? undefined : state;
}

/** Adds an error for each part of a result that does not fit its schema. */
export function reportMisfits(
  { typeName, diagnostics, operation, end }: Omit<Checked, 'definition'>,
  misfits: readonly Misfit[],
): void {
  for (const { path, problem } of misfits) {
    const name = formatPath(path);
    const part = name === '' ? 'that' : `whose ${name}`;
    const what =
      operation === 'plan' ? `sets ${name}, which cannot be planned` : `returned a result ${part} cannot be kept`;
    diagnostics.error(
      'Result does not fit the schema',
      `The ${operation} of ${typeName} ${what}: ${problem}. ${end} This is a bug in the provider: please report it.`,
      path,
    );
  }
}

/** Adds an error if the identity of an object changes that must not, and returns whether it does. None for no object, nor for a part that is null or not known yet. */
export function reportOtherIdentity(
  { typeName, definition, diagnostics, operation, end }: Checked,
  before: Value,
  after: Value,
): boolean {
  const names = changedIdentity(definition, before, after);
  if (names.length === 0) return false;
  diagnostics.error(
    'Unexpected identity change',
    `The ${operation} of ${typeName} returned another ${names.join(', ')} than in state, which is the identity of the object, and so perhaps another ` +
      `object. ${end} This is a bug in the provider: please report it.`,
    path(names[0] as string),
  );
  return true;
}

/** The bytes of a private state. Adds an error for each entry that it could not keep. */
export function bytesOf(
  { typeName, diagnostics }: Pick<Checked, 'typeName' | 'diagnostics'>,
  privateState: PrivateState,
): Uint8Array {
  for (const key of privateState.refused) {
    diagnostics.error(
      'Private state cannot be kept',
      `A handler of ${typeName} sets ${JSON.stringify(key)} of its private state to what is neither a text, a bool nor a finite number, so it ` +
        'stays as it was. This is a bug in the provider: please report it.',
    );
  }
  return privateState.toBytes();
}
