import { Aspects, Fn, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import {
  Bucket,
  ChangeDetection,
  CofferProvider,
  CredentialsFormat,
  Duration,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';

/** Storage whose key is rotated while programs work on: the key lies in a secret, and the one before works on for three days. */
export class RotationStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    Aspects.of(this).add(new RequireRotation());

    new CofferProvider(this, 'coffer', { fingerprintKey: SecretValue.fromVariable(this, 'fingerprint_key') });

    const uploads = new Bucket(this, 'Uploads', { maxSize: Size.gibibytes(5) });
    const backups = new Bucket(this, 'Backups', { maxSize: Size.gibibytes(50) });

    const writer = new RotatingAccessKey(this, 'Writer', {
      rotationTrigger: { quarter: this.variable('quarter', 'A new text, such as "2026-2", rotates the key.') },
      overlap: Duration.hours(72),
    });
    uploads.grantWrite(writer);
    backups.grantWrite(writer);

    // Programs read this secret: it always holds the current key, and no state does.
    const credentials = writer.storeIn('uploads-writer', { format: CredentialsFormat.ENV });

    // A changed password is found by itself, without a version beside it.
    const password = new Secret(this, 'DatabasePassword', {
      secretName: 'database-password',
      value: SecretValue.fromVariable(this, 'database_password', { description: 'Password of the database.' }),
      changeDetection: ChangeDetection.FINGERPRINT,
    });

    new TerraformOutput(this, 'credentials_secret_id', { value: credentials.secretId });
    new TerraformOutput(this, 'current_key', { value: writer.accessKeyId });
    // Null while there is no previous key, and cdktf ends with an error at an output that is null.
    new TerraformOutput(this, 'previous_key', { value: Fn.coalesce([writer.previousAccessKeyId, 'none']) });
    new TerraformOutput(this, 'previous_key_retires_after', { value: Fn.coalesce([writer.retireAfter, 'never']) });
    new TerraformOutput(this, 'password_revision', { value: password.valueRevision });
  }

  private variable(name: string, description: string): string {
    return new TerraformVariable(this, name, { type: 'string', description }).stringValue;
  }
}
