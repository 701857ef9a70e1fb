/*
 * Requests and responses of the provider server: those of the plugin protocol, with values instead of bytes. A type name is a full one,
 * such as `random_pet`; a `config` is an object with every attribute of the schema, null where nothing is configured, and perhaps unknown;
 * the state of an object that does not exist (before its create, after its delete) is null; `private` is the object's private state, empty
 * for none; a version is that of a schema.
 */

import type { Diagnostic } from '../diagnostic';
import type { Path } from '../values/path';
import type { Value } from '../values/value';

/** The diagnostics of a response; empty if there are none. */
export interface Diagnosed {
  readonly diagnostics: readonly Diagnostic[];
}

/** A response with an identity: undefined for no object, a type without one, or a null or unknown part; a plan then has the prior one, if any. */
interface Identified {
  readonly identity: Value | undefined;
}

/** A response that may be deferred until the provider's configuration is known. */
interface Deferrable {
  /** True if Terraform has to repeat the operation in a later run; absent otherwise. The rest of the response is for display only. */
  readonly deferred?: boolean;
}

export interface ValidateProviderConfigRequest {
  readonly config: Value;
}

export interface ConfigureProviderRequest {
  readonly config: Value;
  readonly terraformVersion: string;
  /** Whether this Terraform can defer operations that need an unknown configuration. Default: false. */
  readonly deferralAllowed?: boolean;
}

export interface ValidateResourceConfigRequest {
  readonly typeName: string;
  readonly config: Value;
  /** Whether this Terraform supports write-only attributes. */
  readonly writeOnlyAttributesAllowed: boolean;
}

/** The request about a block of a data source, an ephemeral resource, a list resource or an action: to validate, read, open, plan or run it. */
export interface BlockRequest {
  readonly typeName: string;
  readonly config: Value;
}

export interface ReadDataSourceResponse extends Diagnosed, Deferrable {
  /** Undefined if the handler did not run or threw, or its result does not fit; unknown after a deferral. */
  readonly state: Value | undefined;
}

export interface OpenEphemeralResourceResponse extends Diagnosed, Deferrable {
  /** Undefined if the handler did not run or threw, or its result does not fit; unknown after a deferral. */
  readonly result: Value | undefined;
  /** The private data for the request to close, also if the result does not fit; empty if nothing was opened or the result is no object. */
  readonly private: Uint8Array;
}

export interface CloseEphemeralResourceRequest {
  readonly typeName: string;
  readonly private: Uint8Array;
}

export interface ListResourceRequest {
  readonly typeName: string;
  readonly config: Value;
  /** Whether Terraform asks for whole objects. */
  readonly includeResource: boolean;
  /** The largest number of objects to return; 0 or less for all. */
  readonly limit: number;
}

/** An object that was found, or only diagnostics. */
export interface ListedResource extends Diagnosed {
  /** Absent if there are only diagnostics. */
  readonly identity?: Value;
  /** Empty if there are only diagnostics. */
  readonly displayName: string;
  /** The whole object, if Terraform asked for it and it could be read. */
  readonly state?: Value;
}

export interface PlanActionResponse extends Diagnosed, Deferrable {}

/** An event of a running action: any number of `progress`, then one `completed`. */
export type ActionEvent =
  | { readonly progress: string; readonly completed?: never }
  | { readonly completed: readonly Diagnostic[]; readonly progress?: never };

export interface CallFunctionRequest {
  /** Without the provider's name. */
  readonly name: string;
  /** Those of `parameters`, then those of `variadic`. */
  readonly arguments: readonly Value[];
}

/** Either the result or the error of a function call. `argument`: index in `arguments` of the one at fault, from 0; absent for the whole call. */
export type CallFunctionResponse =
  | { readonly result: Value; readonly error?: never }
  | { readonly error: { readonly text: string; readonly argument?: number } };

export interface UpgradeResourceStateRequest {
  readonly typeName: string;
  /** The version in which the state was written; 0 or more. */
  readonly version: bigint;
  /** The state as JSON text; undefined for a state from before Terraform 0.12, which is an error. */
  readonly json: string | undefined;
}

export interface UpgradeResourceStateResponse extends Diagnosed {
  /** Undefined after an error. */
  readonly state: Value | undefined;
}

export interface MoveResourceStateRequest {
  readonly typeName: string;
  readonly sourceTypeName: string;
  /** Address of the provider of the source, with its host: `registry.terraform.io/hashicorp/random`. */
  readonly sourceProvider: string;
  readonly sourceVersion: bigint;
  /** The state of the source as JSON text; undefined for a state from before Terraform 0.12, which is an error. */
  readonly json: string | undefined;
  readonly private: Uint8Array;
}

export interface MoveResourceStateResponse extends Diagnosed {
  /** Undefined after an error, and for a source whose state is null. */
  readonly moved: (Identified & { readonly state: Value; readonly private: Uint8Array }) | undefined;
}

export interface ReadResourceRequest {
  readonly typeName: string;
  readonly state: Value;
  readonly private: Uint8Array;
}

export interface UpgradeResourceIdentityRequest {
  readonly typeName: string;
  readonly version: bigint;
  /** The identity as JSON text; undefined if Terraform sent none. */
  readonly json: string | undefined;
}

/** The identity is undefined for a type without one; what the stored one does not tell is null. */
export interface UpgradeResourceIdentityResponse extends Diagnosed, Identified {}

export interface ReadResourceResponse extends Diagnosed, Deferrable, Identified {
  /** Null if the object is gone. The state of the request if it could not be read, and while the configuration is unknown or not set. */
  readonly state: Value;
  readonly private: Uint8Array;
}

export interface PlanResourceChangeRequest {
  readonly typeName: string;
  readonly prior: Value;
  /** The configuration, with computed values of the prior state where it has none. Null for a destroy. */
  readonly proposed: Value;
  readonly config: Value;
  readonly private: Uint8Array;
}

export interface PlanResourceChangeResponse extends Diagnosed, Deferrable, Identified {
  /** Null for a destroy. After an error, the plan as far as it was made, or the proposed state. */
  readonly planned: Value;
  /** The attributes whose change replaces the object, each once; empty if it is changed in place, and for a destroy. */
  readonly requiresReplace: readonly Path[];
  /** The planned private state. That of a replacement starts empty. */
  readonly private: Uint8Array;
}

export interface ApplyResourceChangeRequest {
  readonly typeName: string;
  readonly prior: Value;
  /** Null for a destroy. */
  readonly planned: Value;
  /** Null for a destroy. */
  readonly config: Value;
  /** The planned private state. */
  readonly private: Uint8Array;
}

export interface ApplyResourceChangeResponse extends Diagnosed, Identified {
  /** The object as it exists now; null for none. After an error, the last state that the handler saved, or else the prior one. */
  readonly state: Value;
  readonly private: Uint8Array;
}

export interface ImportResourceStateRequest {
  readonly typeName: string;
  /** The import id; empty if an identity is given. */
  readonly id: string;
  /** The identity; null if an id is given. */
  readonly identity: Value;
}

export interface ImportResourceStateResponse extends Diagnosed, Deferrable {
  /** Undefined after an error. After a deferral its state is unknown. */
  readonly imported: ImportedResource | undefined;
}

interface ImportedResource extends Identified {
  readonly typeName: string;
  readonly state: Value;
  readonly private: Uint8Array;
}
