import type { ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A key/value secret, defined in this app or elsewhere. */
export interface ISecret extends IConstruct, ITerraformDependable {
  /** Identifier assigned by the service. It is a token for a secret of this app, so treat it as opaque. */
  readonly secretId: string;

  /** Name of the secret. An error for a secret referred to by its id alone. */
  readonly secretName: string;
}
