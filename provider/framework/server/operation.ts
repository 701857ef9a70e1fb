import type { AnyAction } from '../action';
import type { AnyDataSource } from '../data-source';
import { DiagnosticError, type Diagnostics } from '../diagnostic';
import type { AnyEphemeralResource } from '../ephemeral-resource';
import { stackOf } from '../failure';
import type { AnyListResource } from '../list-resource';
import { PrivateState } from '../private-state';
import type { Provider } from '../provider';
import type { AnyResource, Handling } from '../resource';
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

/** What a handler is given beside its own input. Throws while the provider's configuration is not known. */
export function handling<C>(
  target: TypeTarget<C> & Called,
  diagnostics: Diagnostics,
  privateBytes: Uint8Array,
): Handling<C> {
  return {
    client: target.configuration.requireClient(),
    signal: target.call.signal,
    diagnostics,
    privateState: new PrivateState(privateBytes),
    now: target.configuration.environment.now,
    beganMs: target.call.beganMs,
  };
}

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
  if (error instanceof DiagnosticError) {
    diagnostics.add(error.toDiagnostic());
    return;
  }
  const operation = `${verb} ${target.typeName}`;
  target.configuration.environment.log('debug', 'operation failed', { operation, stack: stackOf(error) });
  diagnostics.add(target.provider.describeError(error, operation));
}
