import { TerraformOutput, TerraformStack, TerraformVariable } from 'cdktn';
import { AccessKey, Bucket, CofferProvider, PullSecret, Secret, SecretValue, Size } from 'cdktn-coffer';
import type { Construct } from 'constructs';

/** What a web application needs around it: two secrets, access to its private image, and storage for uploads. */
export class WebAppStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // URL, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID when Terraform runs.
    new CofferProvider(this, 'coffer');

    new Secret(this, 'PaymentApiKey', {
      secretName: 'payment-api-key',
      value: this.secretVariable('payment_api_key', 'API key of the payment service.'),
    });

    new Secret(this, 'SessionSecret', {
      secretName: 'session-secret',
      value: this.secretVariable(
        'session_secret',
        'Signs session cookies: nobody needs to know it, so draw it at random.',
      ),
    });

    const image = PullSecret.forGhcr(this, 'Image', {
      username: this.textVariable('ghcr_username', 'GitHub login that owns the token.'),
      token: this.secretVariable('ghcr_token', 'Classic personal access token with read:packages.'),
    });

    const uploads = new Bucket(this, 'Uploads', {
      maxSize: Size.gibibytes(5),
      description: 'Files that visitors send us',
    });

    // A key has one permission for all its buckets, so reading and writing are two keys.
    const reader = new AccessKey(this, 'Reader');
    uploads.grantRead(reader);
    const writer = new AccessKey(this, 'Writer');
    uploads.grantWrite(writer);

    this.output('pull_secret_id', image.pullSecretId);
    this.output('uploads_bucket', uploads.alias);
    this.output('uploads_endpoint', uploads.endpoint);
    reader.outputCredentials('uploads_reader');
    writer.outputCredentials('uploads_writer');
  }

  /** A write-only value and, beside it, the variable that says when it changed: `<name>_version`. */
  private secretVariable(name: string, description: string): SecretValue {
    const version = this.textVariable(`${name}_version`, `Change it together with ${name}.`, '1');
    return SecretValue.fromVariable(this, name, { description, version });
  }

  private textVariable(name: string, description: string, defaultText?: string): string {
    return new TerraformVariable(this, name, { type: 'string', description, default: defaultText }).stringValue;
  }

  private output(name: string, value: string): void {
    new TerraformOutput(this, name, { value, sensitive: true });
  }
}
