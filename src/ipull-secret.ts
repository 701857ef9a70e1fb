import type { ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Credentials for a private container registry, defined in this app or elsewhere. */
export interface IPullSecret extends IConstruct, ITerraformDependable {
  /** Identifier that apps refer to. It is a token for a pull secret of this app, so treat it as opaque. */
  readonly pullSecretId: string;
}
