import type { AnyAction } from '../action';
import type { AnyDataSource } from '../data-source';
import { type Diagnostic, DiagnosticError, type Diagnostics } from '../diagnostic';
import type { AnyEphemeralResource } from '../ephemeral-resource';
import { stackOf } from '../failure';
import type { AnyListResource } from '../list-resource';
import type { Path } from '../path';
import { PrivateState } from '../private-state';
import type { Provider } from '../provider';
import type { AnyResource, Handling } from '../resource';
import type { Attributes } from '../schema';
import { describeTimeOver, limitOf, type TimedOperation, unlimited } from '../timeouts';
import type { ObjectValue } from '../value';
import type { Configuration } from './configuration';
import type { OpenCall } from './open-call';

/** A type, and the provider and the configuration to act with. */
interface TypeTarget<C> {
  readonly typeName: string;
  readonly provider: Provider<C>;
  readonly configuration: Configuration<C>;
}

/** Beside what to act on: the call that asks for it, where handlers run that take their time. */
export interface Called {
  readonly call: OpenCall;
}

/** A resource type to act on. */
export interface Target<C> extends TypeTarget<C> {
  readonly resource: AnyResource<C>;
}

/** A data source to read. */
export interface DataSourceTarget<C> extends TypeTarget<C> {
  readonly dataSource: AnyDataSource<C>;
}

/** An ephemeral resource to open or to close. */
export interface EphemeralTarget<C> extends TypeTarget<C> {
  readonly ephemeralResource: AnyEphemeralResource<C>;
}

/** A list resource, and the resource whose objects it finds. */
export interface ListTarget<C> extends Target<C> {
  readonly listResource: AnyListResource<C>;
}

/** An action to run. */
export interface ActionTarget<C> extends TypeTarget<C> {
  readonly action: AnyAction<C>;
}

/** An operation that can be given a time limit, and where that is configured. */
export interface Timed {
  readonly attributes: Attributes;
  readonly operation: TimedOperation;
  readonly values: ObjectValue | undefined;
}

/**
 * What a handler is given beside its own input. Throws while the provider's configuration is not known, and once the call has been
 * interrupted. `timed` says how long the operation may take.
 */
export function handling<C>(
  target: TypeTarget<C> & Called,
  diagnostics: Diagnostics,
  privateBytes: Uint8Array,
  timed?: Timed,
): Handling<C> {
  const { call } = target;
  call.requireUninterrupted();
  const limit = timed && limitOf(timed.attributes, timed.operation, timed.values);
  return {
    connection: target.configuration.requireClient(),
    signal: call.signal,
    diagnostics,
    privateState: new PrivateState(privateBytes),
    now: target.configuration.environment.now,
    timeLimit: timed && limit ? call.limit(timed.operation, limit) : unlimited(call.beganMs, call.signal),
    ifUnsaved: call.ifUnsaved,
  };
}

/** What is added to an error of an operation that was interrupted. */
const STOPPED = 'Terraform was asked to stop meanwhile, so nothing more was sent. Run the same command again to go on.';

/** Adds to the diagnostics what a handler threw, in words. */
export function reportError<C>(
  target: TypeTarget<C> & Partial<Called>,
  diagnostics: Diagnostics,
  error: unknown,
  verb: string,
): void {
  // A handler that was cancelled for it names the cancellation alone.
  const failure = target.call?.failure;
  if (failure) diagnostics.add(failure.toDiagnostic());
  const { exceeded, interruption } = target.call ?? {};
  if (interruption && (error === interruption || target.provider.isCancellation?.(error))) {
    diagnostics.add(interruption.toDiagnostic());
    return;
  }
  const end: { readonly detail: string; readonly path?: Path } | undefined =
    (exceeded && describeTimeOver(exceeded)) ?? (interruption && { detail: STOPPED });
  const add = (diagnostic: Diagnostic) =>
    diagnostics.add(end ? { ...end, ...diagnostic, detail: `${diagnostic.detail} ${end.detail}` } : diagnostic);
  if (error instanceof DiagnosticError) {
    add(error.toDiagnostic());
    return;
  }
  const operation = `${verb} ${target.typeName}`;
  target.configuration.environment.log('debug', 'operation failed', { operation, stack: stackOf(error) });
  add(target.provider.describeError(error, operation));
}
