import type { Diagnostic } from '../diagnostic';
import type { Path } from '../path';
import type { Value } from '../value';

/**
 * Requests and responses of the provider server: those of the plugin protocol, with values instead of bytes.
 * The state of an object that does not exist (before its create, after its delete) is null.
 */

export interface Diagnosed {
  readonly diagnostics: readonly Diagnostic[];
}

/** A response that may be deferred until the provider's configuration is known. */
export interface Deferrable {
  /** True if Terraform has to repeat the operation in a later run. The rest of the response is for display only. */
  readonly deferred?: boolean;
}

export interface ValidateProviderConfigRequest {
  readonly config: Value;
}

export interface ConfigureProviderRequest {
  readonly config: Value;
  readonly terraformVersion: string;
  /** Whether this Terraform can defer operations that need an unknown configuration. */
  readonly deferralAllowed?: boolean;
}

export interface ValidateResourceConfigRequest {
  readonly typeName: string;
  readonly config: Value;
  /** Whether this Terraform supports write-only attributes. */
  readonly writeOnlyAttributesAllowed: boolean;
}

/** The request to validate a block of any kind but a managed resource. */
export interface ValidateConfigRequest {
  readonly typeName: string;
  readonly config: Value;
}

export interface ReadDataSourceRequest {
  readonly typeName: string;
  readonly config: Value;
}

export interface ReadDataSourceResponse extends Diagnosed, Deferrable {
  /** Undefined after an error. */
  readonly state: Value | undefined;
}

export interface OpenEphemeralResourceRequest {
  readonly typeName: string;
  readonly config: Value;
}

export interface OpenEphemeralResourceResponse extends Diagnosed, Deferrable {
  /** Undefined after an error. */
  readonly result: Value | undefined;
  /** The private data for the request to close. */
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
  /** The largest number of objects to return; 0 for all. */
  readonly limit: number;
}

/** An object that was found, or only diagnostics. */
export interface ListedResource extends Diagnosed {
  readonly identity?: Value;
  readonly displayName: string;
  /** The whole object, if Terraform asked for it. */
  readonly state?: Value;
}

export interface PlanActionRequest {
  readonly typeName: string;
  readonly config: Value;
}

export interface PlanActionResponse extends Diagnosed, Deferrable {}

export interface InvokeActionRequest {
  readonly typeName: string;
  readonly config: Value;
}

/** An event of a running action: any number of `progress`, then one `completed`. */
export type ActionEvent =
  | { readonly progress: string; readonly completed?: never }
  | { readonly completed: readonly Diagnostic[]; readonly progress?: never };

export interface CallFunctionRequest {
  readonly name: string;
  readonly arguments: readonly Value[];
}

/** Either the result or the error of a function call. */
export type CallFunctionResponse =
  | { readonly result: Value; readonly error?: never }
  | { readonly error: { readonly text: string; readonly argument?: number } };

export interface UpgradeResourceStateRequest {
  readonly typeName: string;
  readonly version: bigint;
  /** The state as JSON text, or undefined for a state from before Terraform 0.12. */
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
  /** The state of the source as JSON text. */
  readonly json: string | undefined;
  readonly private: Uint8Array;
}

export interface MoveResourceStateResponse extends Diagnosed {
  /** Undefined after an error. */
  readonly moved: (Identified & { readonly state: Value; readonly private: Uint8Array }) | undefined;
}

export interface ReadResourceRequest {
  readonly typeName: string;
  readonly state: Value;
  readonly private: Uint8Array;
}

/** A response with an identity; it is undefined if there is no object, or its type has no identity. */
interface Identified {
  readonly identity: Value | undefined;
}

export interface UpgradeResourceIdentityRequest {
  readonly typeName: string;
  readonly version: bigint;
  /** The identity as JSON text. */
  readonly json: string | undefined;
}

/** The identity is undefined after an error. */
export interface UpgradeResourceIdentityResponse extends Diagnosed, Identified {}

export interface ReadResourceResponse extends Diagnosed, Deferrable, Identified {
  readonly state: Value;
  readonly private: Uint8Array;
}

export interface PlanResourceChangeRequest {
  readonly typeName: string;
  readonly prior: Value;
  readonly proposed: Value;
  readonly config: Value;
  readonly private: Uint8Array;
}

export interface PlanResourceChangeResponse extends Diagnosed, Deferrable, Identified {
  readonly planned: Value;
  readonly requiresReplace: readonly Path[];
  readonly private: Uint8Array;
}

export interface ApplyResourceChangeRequest {
  readonly typeName: string;
  readonly prior: Value;
  readonly planned: Value;
  readonly config: Value;
  readonly private: Uint8Array;
}

export interface ApplyResourceChangeResponse extends Diagnosed, Identified {
  /** The state of the object as it exists now. */
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
  /** Undefined after an error. */
  readonly imported: ImportedResource | undefined;
}

export interface ImportedResource extends Identified {
  readonly typeName: string;
  readonly state: Value;
  readonly private: Uint8Array;
}
