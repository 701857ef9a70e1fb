import { TerraformOutput } from 'cdktf';
import type { Construct } from 'constructs';
import type { IS3Credentials } from '../../s3-credentials';
import { claimOutput } from '../identities/addresses';
import { ValidationError } from '../props/checks';

/** The single output with the credentials of an access key. */
export class KeyOutput {
  #output?: TerraformOutput;
  #name: string | undefined;

  constructor(private readonly key: Construct & IS3Credentials) {}

  /**
   * Returns the output, which the first call creates. A name that differs from that of the first call is an error.
   *
   * @param name name of the output, used verbatim; by default it is derived from the key's place in the stack
   * @param hint last sentence of the description: what creates another secret half
   */
  show(name: string | undefined, hint: string): TerraformOutput {
    const { node } = this.key;
    // Reading the logical id fixes it, so it is only read where it differs.
    if (this.#output && name !== undefined && name !== this.#name && name !== this.#output.friendlyUniqueId) {
      throw new ValidationError(
        `the credentials of ${node.path} are in output "${this.#output.friendlyUniqueId}" already, got ${JSON.stringify(name)}`,
      );
    }
    if (!this.#output) {
      this.#output = this.#make(name, hint);
      this.#name = name;
    }
    return this.#output;
  }

  #make(name: string | undefined, hint: string): TerraformOutput {
    const { node, accessKeyId, secretAccessKey, endpoint } = this.key;
    const output = new TerraformOutput(this.key, 'Credentials', {
      value: { access_key_id: accessKeyId, secret_access_key: secretAccessKey, endpoint },
      sensitive: true,
      description: `Credentials of access key ${node.path}. The service has shown the secret half once, when it made the key: ${hint}`,
    });
    claimOutput(output);
    if (name !== undefined) output.overrideLogicalId(name);
    return output;
  }
}
