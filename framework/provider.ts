import type { AnyAction } from './action';
import type { AnyDataSource } from './data-source';
import type { Diagnostic, Diagnostics } from './diagnostic';
import type { AnyEphemeralResource } from './ephemeral-resource';
import type { ProviderFunction } from './function';
import type { AnyListResource } from './list-resource';
import type { Path } from './path';
import type { AnyResource } from './resource';
import type { Schema } from './schema';
import type { ObjectValue } from './value';

/** What configuring led to: a connection, or the attributes that are not known yet. */
export type Configured<C> =
  | {
      readonly kind: 'ready';
      readonly connection: C;
      /** Settles when no request that has been sent waits for its response any more. */
      readonly answered?: () => Promise<unknown>;
      readonly close: () => Promise<void>;
    }
  | { readonly kind: 'unknown'; readonly paths: readonly Path[] };

export interface ConfigureRequest {
  readonly config: ObjectValue;
  readonly terraformVersion: string;
  readonly diagnostics: Diagnostics;
  readonly environment: Environment;
}

/** What a provider is called. Nothing else of the framework knows a name. */
export interface ProviderNames {
  /** Prefix of all type names: `random` for `random_pet`. Its log has a level of its own, in `TF_LOG_PROVIDER_RANDOM`. */
  readonly typeName: string;
  /** Address in `required_providers`, without a host: `hashicorp/random`. */
  readonly source: string;
  /** What the environment variables of its arguments begin with, such as `RANDOM_`; absent if it reads none. */
  readonly environmentPrefix?: string;
}

/** A provider: its names, its configuration and what it offers. */
export interface Provider<C> extends ProviderNames {
  readonly schema: Schema;
  readonly resources: readonly AnyResource<C>[];
  readonly dataSources?: readonly AnyDataSource<C>[];
  readonly ephemeralResources?: readonly AnyEphemeralResource<C>[];
  readonly listResources?: readonly AnyListResource<C>[];
  readonly actions?: readonly AnyAction<C>[];
  readonly functions?: readonly ProviderFunction[];
  readonly validate?: (request: { readonly config: ObjectValue; readonly diagnostics: Diagnostics }) => void;
  /** Undefined after errors were reported. */
  readonly configure: (request: ConfigureRequest) => Promise<Configured<C> | undefined>;
  /** Puts into words what a handler threw. `action` reads like `create random_pet`. */
  readonly describeError: (error: unknown, action: string) => Diagnostic;
  /** Whether what a handler threw says only that it was cancelled before it had any effect. */
  readonly isCancellation?: (error: unknown) => boolean;
}

/** Everything the provider takes from the world around it. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** An even draw from 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Resolves after `ms` milliseconds; rejects as soon as `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `ring` once `ms` milliseconds are over, unless the result is called before. Default: a timer. */
  readonly alarm?: ((ms: number, ring: () => void) => () => void) | undefined;
  readonly log: (level: LogLevel, message: string, fields?: Readonly<Record<string, string>>) => void;
  /** The lowest level that is logged; undefined when nothing is. */
  readonly logLevel?: LogLevel | undefined;
  /** Absent where the host started this process, which then has its variables and its folder. */
  readonly attached?: Attached | undefined;
}

/** A host that found this process running and attached to it. */
export interface Attached {
  /** The folder that this process runs in. */
  readonly folder: string;
  /** The processes of which one is the host, as far as can be known; none if nothing is known. */
  readonly hosts: readonly HostProcess[];
}

/** A process of a host, which does not share variables and folder with this one. */
export interface HostProcess {
  readonly pid: number;
  readonly env: Environment['env'];
  /** The folder that it runs in; undefined if that cannot be known. */
  readonly folder: string | undefined;
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';
