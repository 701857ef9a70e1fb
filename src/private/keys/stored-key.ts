import type { TerraformElement, TerraformOutput } from 'cdktf';
import type { StoreInOptions } from '../../credentials-format';
import type { ISecret } from '../../isecret';
import type { Block } from '../code/references';
import { _KeyConstruct, type Declared } from './key-buckets';
import { KeyOutput, KeyStore, type Storing } from './key-store';

/**
 * An access key whose secret half is in the state, or stored in a secret. The name begins with an underscore so that jsii gives its members to the
 * classes that extend it.
 */
export abstract class _StoredKeyConstruct extends _KeyConstruct {
  #store!: KeyStore;
  readonly #output = new KeyOutput(this);

  /**
   * Path to the attributes of the key, in those of its resource; and what gives another key, to end a sentence.
   *
   * @internal
   */
  protected abstract readonly _key: { readonly path: string; readonly renewal: string };

  /** @internal */
  protected override _open(declared: Declared): void {
    super._open(declared);
    this.#store = new KeyStore(this, this.resource as TerraformElement & Storing);
  }

  /**
   * Stores the secret half of the key in a separate secret instead of Terraform's state. The secret is created and destroyed with the key. A second
   * call is an error. Terraform refuses to store an imported key, whose secret half is not available.
   *
   * A replacement of an `AccessKey` destroys the old key before it creates the new one, because the name of the secret is taken; `storeInSecret` has
   * no such gap. A rotation of a `RotatingAccessKey` writes the new key into the secret. Another name, or no call any more, is a rotation, too: the new
   * key goes to the new place, and the secret with the old name is deleted when the previous key retires.
   *
   * @param secretName name of the secret: lowercase letters, digits and hyphens
   * @param options format of the stored value
   * @returns the secret
   */
  public storeIn(secretName: string, options: StoreInOptions = {}): ISecret {
    return this.#store.byName(secretName, options);
  }

  /**
   * Stores the secret half of the key in an existing secret instead of Terraform's state; a rotation writes the new key into it. The secret stays when
   * the key is destroyed. Do not change its value where the secret is managed, nor its name, because a rename sends the value again. A second
   * call is an error. Terraform refuses to store an imported key, whose secret half is not available.
   *
   * @param secret the secret, in the same project
   * @param options format of the stored value
   */
  public storeInSecret(secret: ISecret, options: StoreInOptions = {}): void {
    this.#store.into(secret, options);
  }

  /**
   * Puts the credentials of the current key into one sensitive output: an object with `access_key_id`, `secret_access_key` and `endpoint`, which
   * `terraform output -json` shows. The service shows the secret half once, so only the state and the output have it. A repeated
   * call returns the same output. For an imported `AccessKey` it is an error at synthesis, because its secret half is not available; that of an
   * imported `RotatingAccessKey` is null until the key is rotated.
   *
   * @param name name of the output, used verbatim; by default it is derived from the key's place in the stack
   */
  public outputCredentials(name?: string): TerraformOutput {
    return this.#output.show(name, this._key.renewal);
  }

  /** Public key id of the current key for S3 clients. A rotation changes it. */
  public get accessKeyId(): string {
    return this.#attribute('access_key_id');
  }

  /**
   * Secret half of the current key; sensitive, and kept in Terraform's state. Null after an import; of a `RotatingAccessKey`, until a rotation. An error
   * for a stored key.
   */
  public get secretAccessKey(): string {
    return this.#store.shown(this.#attribute('secret_access_key'));
  }

  /** S3 endpoint of the current key. */
  public get endpoint(): string {
    return this.#attribute('endpoint');
  }

  #attribute(name: string): string {
    return this._references.to(this.resource as Block, this._key.path + name);
  }
}
