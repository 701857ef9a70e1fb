import { propertyAccess, Token } from 'cdktf';
import { callFunction } from './private/code/expressions';
import { hasExpression } from './private/code/hcl-text';
import { argument, withTextTokens } from './private/code/terms';
import { exactAmount } from './private/props/amounts';
import { SecretValue } from './secret-value';

/** Credentials of one registry, for `CofferFunctions.dockerConfigJson`. */
export interface RegistryCredential {
  /** Registry, such as `ghcr.io`; a scheme and a path are dropped. */
  readonly server: string;

  /** User name, without a colon. */
  readonly username: string;

  /** Password or token. */
  readonly password: SecretValue;
}

/** Settings of S3 clients, for `CofferFunctions.s3Environment`. */
export interface S3EnvironmentProps {
  /** S3 endpoint; `https://` is added if it has no scheme. */
  readonly endpoint: string;

  /** Alias of the bucket. */
  readonly bucket: string;

  /** Public key id. */
  readonly accessKeyId: string;

  /** Secret half of the key. */
  readonly secretAccessKey: string;

  /**
   * Region for the request signature.
   *
   * @default us-east-1
   */
  readonly region?: string;
}

/**
 * The functions of the provider. Terraform calls them, so arguments may be references, and results are tokens. The stack needs a
 * `CofferProvider`. For a size that is known at synthesis, `Size` is simpler.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new PullSecret(stack, 'ImageRegistry', {
 *   server: CofferFunctions.registryServer('ghcr.io/acme/web:1.2'),
 *   username: 'octocat',
 *   password: SecretValue.fromVariable(stack, 'ghcr_token', { version: '1' }),
 * });
 */
export class CofferFunctions {
  /**
   * Returns the exact number of bytes of a size such as `10GiB` (`parse_size`).
   *
   * @param text number and unit; any other text is an error when Terraform plans
   *
   * @exampleMetadata fixture=stack
   * @example
   * const quota = new TerraformVariable(stack, 'quota', { type: 'string', default: '10GiB' });
   * new Bucket(stack, 'Uploads', { maxSize: Size.bytes(CofferFunctions.parseSize(quota.stringValue)) });
   */
  public static parseSize(text: string): number {
    return Token.asNumber(callFunction('parse_size', [text]));
  }

  /**
   * Formats a number of bytes as a size such as `10GiB`, in the largest binary unit that gives a whole number (`format_size`).
   *
   * @param bytes whole number of bytes from 0 to 2^53 - 1, or a token
   */
  public static formatSize(bytes: number): string {
    const exact = Token.isUnresolved(bytes) ? bytes : exactAmount('a size', 'bytes', bytes, bytes);
    return Token.asString(callFunction('format_size', [exact]));
  }

  /**
   * Returns the registry that an image is pulled from, in the form of `server` of a pull secret (`registry_server`).
   *
   * @param image image reference, with or without tag and digest
   */
  public static registryServer(image: string): string {
    return Token.asString(callFunction('registry_server', [image]));
  }

  /**
   * Returns the text of a `config.json` with which container tools log in (`docker_config_json`). It contains the passwords, so it
   * is a secret value. It is ephemeral if one of the passwords is, with a version made from theirs, the registries and the user names.
   *
   * @param credentials credentials per registry, each registry once
   */
  public static dockerConfigJson(credentials: RegistryCredential[]): SecretValue {
    const texts = credentials.flatMap(({ server, username }) => [server, username].map(withTextTokens));
    return SecretValue._combine(
      credentials.map(({ password }) => password),
      {
        frame: (sources) => [texts.map((text) => (hasExpression(text) ? null : text)), sources],
        others: texts.filter(hasExpression),
      },
      (passwords) => {
        const list = credentials.map(({ server, username }, index) => ({
          server,
          username,
          password: argument(passwords[index] ?? ''),
        }));
        return Token.asString(callFunction('docker_config_json', [list]));
      },
    );
  }

  /**
   * Returns the five environment variables of S3 clients by name (`s3_environment`); `environment` of a bucket is shorter. The
   * secret half of the key is among them.
   *
   * @param props endpoint, bucket and key
   */
  public static s3Environment(props: S3EnvironmentProps): { [name: string]: string } {
    const { endpoint, region = 'us-east-1', bucket, accessKeyId, secretAccessKey } = props;
    const variables = callFunction('s3_environment', [endpoint, region, bucket, accessKeyId, secretAccessKey]);
    return Object.fromEntries(NAMES.map((name) => [name, Token.asString(propertyAccess(variables, [name]))]));
  }

  private constructor() {}
}

const NAMES = ['AWS_ACCESS_KEY_ID', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_SECRET_ACCESS_KEY', 'S3_BUCKET'];
