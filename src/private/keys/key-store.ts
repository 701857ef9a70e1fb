import { TerraformOutput, type TerraformResource, type TerraformResourceLifecycle } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { StoreInOptions } from '../../credentials-format';
import { CredentialsFormat } from '../../enums/credentials-format';
import type { ISecret } from '../../isecret';
import type { IS3Credentials } from '../../s3-credentials';
import { type Attributes, at, attributesOf, rawOverridesOf } from '../code/attributes';
import { References } from '../code/references';
import { named, UsedToken } from '../code/used-token';
import { claimOutput } from '../identities/addresses';
import { sinks } from '../identities/identities';
import { foreignTo, knownText, nameOfKey, resourceOf } from '../identities/places';
import { oneOf, refuse, validName } from '../props/checks';
import { ValidationError } from '../validation-error';

/** The part of a low-level access key that holds where its secret half is stored. */
export interface Storing extends TerraformResource {
  readonly secretId: string;
  readonly storeInInput?: unknown;
  putStoreIn(sink: { readonly secretName?: string; readonly secretId?: string; readonly format?: string }): void;
}

/** Where the secret half of an access key is: in the state, or in a secret of the service, in which case it cannot be shown. */
export class KeyStore {
  readonly #key: Construct;
  readonly #resource: Storing;
  readonly #order: ReplacementOrder;
  #isStored = false;
  #secretHalf: UsedToken | undefined;

  /** @param resource the low-level construct, created before the one that it replaces is destroyed, unless it is stored by name (C1) */
  constructor(key: Construct, resource: Storing) {
    this.#key = key;
    this.#resource = resource;
    this.#order = new ReplacementOrder(resource);
    key.node.addValidation({ validate: () => this.#exposed() });
  }

  /** Stores the key in a separate secret, which is created and destroyed with it. Returns that secret. */
  byName(secretName: string, options: StoreInOptions): ISecret {
    this.#store({ secretName, ...formatOf(options) });
    // The old key holds the name until it is destroyed.
    this.#order.destroyFirst();
    const secret = new KeysSecret(this.#key, 'StoredIn', this.#resource, secretName);
    sinks.set(this.#resource, secret);
    return secret;
  }

  /** Stores the key in an existing secret. */
  into(secret: ISecret, options: StoreInOptions): void {
    this.#store({ secretId: secret.secretId, ...formatOf(options) });
    sinks.set(this.#resource, secret);
    this.#key.node.addValidation({ validate: () => foreignTo(this.#key, 'secret', secret) });
  }

  /** Returns a reference to the secret half, the same each time. Using it is an error at synthesis if the key is stored. */
  shown(secretHalf: string): string {
    this.#secretHalf ??= new UsedToken(
      () => secretHalf,
      (users) => this.#nothingToShow(users),
    );
    return this.#secretHalf.toString();
  }

  #store(sink: Parameters<Storing['putStoreIn']>[0]): void {
    refuse(this.#key, [oneOf('format', sink.format, CredentialsFormat)]);
    if (this.#isStored) throw new ValidationError(`${nameOfKey(this.#key)} is stored in a secret already`);
    this.#isStored = true;
    this.#resource.putStoreIn(sink);
  }

  /** Reports that the code puts the secret half into the state, although the program has stored the key. */
  #exposed(): string[] {
    if (!this.#isStored || this.isInCode !== false) return [];
    return [
      `${nameOfKey(this.#key)} was stored in a secret, but "storeIn" of its resource was taken away: remove one of them`,
    ];
  }

  #nothingToShow(users: () => readonly IConstruct[]): string | undefined {
    if (!this.isInCode) return undefined;
    // The output with the credentials is part of the key.
    const known = users().map((user) => (user.node.scope === this.#key ? this.#key : user));
    return (
      `${nameOfKey(this.#key)} is stored in a secret, so its secret half is not in the state, and "secretAccessKey", ` +
      `outputCredentials and "environment" of a bucket have nothing to show in ${named(known)}: refer to the secret, or do not store the key`
    );
  }

  /** Whether the code stores the key, which the program may also say by its resource, and by overrides; undefined for one that is moved to another. */
  private get isInCode(): boolean | undefined {
    const attributes = attributesOf(this.#resource, this.#resource.terraformResourceType);
    return attributes && attributes.store_in !== undefined && attributes.store_in !== null;
  }
}

/**
 * A token for the name of the secret in which a key is stored, at this moment or later. It is an error at synthesis to use the name of a key that is
 * stored in none; the message names the bucket whose connection has it.
 */
export function nameOfSecretOf(key: IConstruct, bucket: IConstruct): string {
  const secret = () => {
    const resource = resourceOf(key);
    return resource && (sinks.get(resource) as ISecret | undefined);
  };
  return new UsedToken(
    () => secret()?.secretName,
    (users) =>
      secret()
        ? undefined
        : `"secretName" of a connection of bucket "${bucket.node.path}" is used by ${named(users())}, but ${nameOfKey(key)} is stored in no ` +
          'secret: call storeIn or storeInSecret of the key',
  ).toString();
}

const formatOf = ({ format }: StoreInOptions) => (format ? { format } : {});

/** A secret that an access key creates for itself. */
class KeysSecret extends Construct implements ISecret {
  readonly #references = new References();
  /** The names that were read. */
  readonly #read = new Set<unknown>();

  public constructor(
    scope: Construct,
    id: string,
    private readonly keyResource: Storing,
    private readonly givenName: string,
  ) {
    super(scope, id);
    this.node.addValidation({ validate: () => this.#renamed() });
  }

  /** The name that the resource has at this moment: the program may have changed it there. */
  public get secretName(): string {
    const override = at(['store_in', 'secret_name'], rawOverridesOf(this.keyResource)) as string | undefined;
    const { secretName } = (this.keyResource.storeInInput ?? {}) as { readonly secretName?: string };
    const name = override ?? secretName ?? this.givenName;
    this.#read.add(name);
    return name;
  }

  /** Reports a name that was read before the program changed it. */
  #renamed(): string[] {
    const { store_in: sink } = attributesOf(this.keyResource, this.keyResource.terraformResourceType) ?? {};
    const name = (sink as Attributes | undefined)?.secret_name;
    if (sink === undefined || [...this.#read].every((read) => read === name)) return [];
    const key = this.node.scope as Construct;
    const now = knownText(name) === undefined ? 'another secret' : JSON.stringify(name);
    return [
      `the secret of ${nameOfKey(key)} was asked for its "secretName", but "storeIn" of its resource was then changed to ${now}: ` +
        'pass the name to storeIn, or change the resource first',
    ];
  }

  public get secretId(): string {
    return this.#references.to(this.keyResource, 'secret_id');
  }

  public get fqn(): string {
    return this.#references.late('fqn', () => this.keyResource.fqn);
  }
}

/** Has a resource created before the one it replaces is destroyed. A later lifecycle of the program keeps that order, unless it sets another one. */
export class ReplacementOrder {
  #lifecycle: TerraformResourceLifecycle;
  #createsFirst = true;

  constructor(resource: TerraformResource) {
    this.#lifecycle = this.#completed(resource.lifecycle ?? {});
    // `lifecycle` is a plain property of the framework's class, which programs in every language set.
    Object.defineProperty(resource, 'lifecycle', {
      configurable: true,
      enumerable: true,
      get: () => (Object.keys(this.#lifecycle).length > 0 ? this.#lifecycle : undefined),
      set: (lifecycle: TerraformResourceLifecycle | undefined) => {
        this.#lifecycle = this.#completed(lifecycle ?? {});
      },
    });
  }

  /** Has the resource created after the one that it replaces is destroyed. The rest of the lifecycle stays. */
  destroyFirst(): void {
    const { createBeforeDestroy: _, ...others } = this.#lifecycle;
    this.#lifecycle = others;
    this.#createsFirst = false;
  }

  #completed(lifecycle: TerraformResourceLifecycle): TerraformResourceLifecycle {
    if (!this.#createsFirst) return lifecycle;
    return { ...lifecycle, createBeforeDestroy: lifecycle.createBeforeDestroy ?? true };
  }
}

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
    if (name !== undefined) refuse(this.key, [validName('name', name)]);
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
