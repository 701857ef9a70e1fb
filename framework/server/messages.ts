/*
 * What requests and responses of the provider server have in common. They are those of the plugin protocol, with values instead of bytes; each
 * operation has its own in its file. A type name is a full one, such as `random_pet`; a `config` is an object with every attribute of the schema, null
 * where nothing is configured, and perhaps unknown; the state of an object that does not exist (before its create, after its delete) is null;
 * `private` is the object's private state, empty for none; a version is that of a schema.
 */

import type { Diagnostic } from '../diagnostic';
import type { Value } from '../values/value';

/** The diagnostics of a response; empty if there are none. */
export interface Diagnosed {
  readonly diagnostics: readonly Diagnostic[];
}

/** A response with an identity: undefined for no object, a type without one, or a null or unknown part; a plan then has the prior one, if any. */
export interface Identified {
  readonly identity: Value | undefined;
}

/** A response that may be deferred until the provider's configuration is known. */
export interface Deferrable {
  /** True if Terraform has to repeat the operation in a later run; absent otherwise. The rest of the response is for display only. */
  readonly deferred?: boolean;
}

/** The request about a block of a data source, an ephemeral resource, a list resource or an action: to validate, read, open, plan or run it. */
export interface BlockRequest {
  readonly typeName: string;
  readonly config: Value;
}
