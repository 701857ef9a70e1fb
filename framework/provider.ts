import type { AnyAction } from './action';
import type { AnyDataSource } from './data-source';
import type { AtOnce, Diagnostic, Diagnostics } from './diagnostic';
import type { AnyEphemeralResource } from './ephemeral-resource';
import type { ProviderFunction } from './function';
import type { AnyListResource } from './list-resource';
import type { Log, LogLevel } from './log';
import type { AnyResource, ValidateRequest } from './resource';
import type { ConfigValidator } from './schema/config-validators';
import type { Schema } from './schema/schema';
import type { ObjectValue } from './values/value';

/** The result of configuring a provider. */
export interface Configured<C> {
  /** Passed to all handlers. */
  readonly connection: C;
  /** Settles when every sent request has its response, so that an apply can save the results after a failure. Default: settles immediately. */
  readonly answered?: () => Promise<unknown>;
  /**
   * Closes the connection. Called once, when the host ends or configures the provider again, possibly while handlers run. Time limit: five seconds,
   * or half a second if the host is gone.
   */
  readonly close?: () => Promise<void>;
}

/** The request that `configure` receives. */
export interface ConfigureRequest<M> {
  /**
   * The configuration, wholly known. An omitted argument is null. While a value is unknown, the framework postpones everything that needs a
   * connection.
   */
  readonly config: M;
  /**
   * The configuration, in which an omitted argument has the value of its environment variable. An empty variable counts as not set. Without
   * `environmentPrefix`, it equals `config`. With an invalid variable, reading it is the end of `configure`.
   */
  readonly settings: M;
  /** The version of the host, also of OpenTofu: `1.12.6`. */
  readonly terraformVersion: string;
  readonly diagnostics: Diagnostics;
  readonly environment: Environment;
}

/** The names of a provider. The framework takes names from here only. */
export interface ProviderNames {
  /** Prefix of all type names: `random` for `random_pet`. It also names the variable of its log level, `TF_LOG_PROVIDER_RANDOM`. */
  readonly typeName: string;
  /** Address in `required_providers`, without a host: `hashicorp/random`. */
  readonly source: string;
  /** Prefix of the environment variables of its arguments, such as `RANDOM_`, which are in `settings`; absent if it reads none. */
  readonly environmentPrefix?: string;
}

/** A provider: its names, its configuration, its resources, data sources, functions and so on. */
export interface Provider<C, M = ObjectValue> extends ProviderNames {
  readonly schema: Schema;
  readonly resources: readonly AnyResource<C>[];
  readonly dataSources?: readonly AnyDataSource<C>[];
  readonly ephemeralResources?: readonly AnyEphemeralResource<C>[];
  readonly listResources?: readonly AnyListResource<C>[];
  readonly actions?: readonly AnyAction<C>[];
  readonly functions?: readonly ProviderFunction[];
  /** Ready-made checks that span arguments of the provider block, such as `exactlyOneOf`. */
  readonly configValidators?: readonly ConfigValidator<M>[];
  /** Other checks that span its arguments, once every value fits its type; also just before `configure`. */
  readonly validate?: (request: ValidateRequest<M>) => AtOnce;
  /**
   * Creates the connection. To fail, it throws, or reports errors and returns undefined. If it reports errors and returns a connection, the
   * framework closes that connection. Without `configure`, handlers receive undefined.
   */
  readonly configure?: (request: ConfigureRequest<M>) => Promise<Configured<C> | undefined>;
  /**
   * Makes the diagnostic of an error that a handler, `configure` or a function threw, unless it is a DiagnosticError or a function's FunctionError.
   * `operation` reads like `create random_pet`. Default, also if it returns undefined: the message of the error with those of its causes. If it throws, the diagnostic has the names of both errors.
   */
  readonly describeError?: (error: unknown, operation: string) => Diagnostic | undefined;
  /**
   * True if a handler's error says only that the operation was cancelled before it had any effect: then the interruption alone is reported. Asked
   * after an interruption only. A provider that has it says in its other errors what may be left at the service: otherwise the framework does. Default: false.
   */
  readonly isCancellation?: (error: unknown) => boolean;
}

/** Everything that the provider takes from its process and machine, so that tests can replace it. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A uniform random number from 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Resolves after `ms` milliseconds, which may be months. If `signal` is aborted before or during the wait, rejects with its reason. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `ring` once after `ms` milliseconds, and returns a function that cancels the call. Default: a timer. */
  readonly alarm?: ((ms: number, ring: () => void) => () => void) | undefined;
  readonly log: Log;
  /** The lowest level that is logged; undefined if nothing is logged. */
  readonly logLevel?: LogLevel | undefined;
  /** The host, in a process of the command attach. Absent if the host started this process, which then has its variables and folder, and with --debug. */
  readonly attached?: Attached | undefined;
}

/** A host in the command that attach runs. */
export interface Attached {
  /** The working directory of this process. */
  readonly folder: string;
  /** The processes of which one is the host; empty if that cannot be known. */
  readonly hosts: readonly HostProcess[];
}

/** A process of a host, whose variables and working directory may differ from those of this process. */
export interface HostProcess {
  readonly pid: number;
  readonly env: Environment['env'];
  /** Its working directory; undefined if that cannot be known. */
  readonly folder: string | undefined;
}
