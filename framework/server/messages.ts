import type { Diagnostic } from '../diagnostic';
import type { Path } from '../path';
import type { Value } from '../value';

/**
 * Requests and responses of the framework server: the plugin protocol's, with values instead of bytes.
 * A missing resource (before create, after delete) is null.
 */

export interface Diagnosed {
  readonly diagnostics: readonly Diagnostic[];
}

/** What may have to wait until the provider's configuration is known. */
export interface Deferrable {
  /** True where it has to: Terraform does it in a later run, and the rest of the response is only what it may show until then. */
  readonly deferred?: boolean;
}

export interface ValidateProviderConfigRequest {
  readonly config: Value;
}

export interface ConfigureProviderRequest {
  readonly config: Value;
  readonly terraformVersion: string;
  /** Whether this Terraform can put off what needs an unknown configuration. */
  readonly deferralAllowed?: boolean;
}

export interface ValidateResourceConfigRequest {
  readonly typeName: string;
  readonly config: Value;
  /** Whether this Terraform knows write-only attributes. */
  readonly writeOnlyAttributesAllowed: boolean;
}

/** Checks a block of any kind but a managed resource. */
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
  /** What closing needs. */
  readonly private: Uint8Array;
}

export interface CloseEphemeralResourceRequest {
  readonly typeName: string;
  readonly private: Uint8Array;
}

export interface ListResourceRequest {
  readonly typeName: string;
  readonly config: Value;
  /** Whether whole objects are asked for. */
  readonly includeResource: boolean;
  /** The most objects to give; 0 for all. */
  readonly limit: number;
}

/** An object that was found, or diagnostics alone. */
export interface ListedResource extends Diagnosed {
  readonly identity?: Value;
  readonly displayName: string;
  /** Where whole objects were asked for. */
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

/** Any number of the first, then one of the second. */
export type ActionEvent =
  | { readonly progress: string; readonly completed?: never }
  | { readonly completed: readonly Diagnostic[]; readonly progress?: never };

export interface CallFunctionRequest {
  readonly name: string;
  readonly arguments: readonly Value[];
}

/** Exactly one of the two. */
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
  /** Address of the provider of the source: `registry.terraform.io/hashicorp/random`. */
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

/** The identity of what is answered; undefined where there is nothing, or a type has none. */
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
  /** What exists now. */
  readonly state: Value;
  readonly private: Uint8Array;
}

export interface ImportResourceStateRequest {
  readonly typeName: string;
  /** Empty where an identity is given. */
  readonly id: string;
  /** Null where an id is given. */
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
