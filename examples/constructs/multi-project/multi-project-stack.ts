import { Aspects, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import {
  Bucket,
  BucketAccess,
  CofferFunctions,
  CofferProvider,
  NoOwnerKeys,
  Permission,
  SecretValue,
  Size,
} from '../../../src';

/** The same storage in two projects of the service, each with a provider and a token of its own. */
export class MultiProjectStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    Aspects.of(this).add(new NoOwnerKeys());

    for (const stage of ['staging', 'production']) new Stage(this, stage);
  }
}

/** One project: assets that the application reads, uploads that it reads and writes. */
class Stage extends Construct {
  constructor(scope: Construct, stage: string) {
    super(scope, stage);
    const variable = (name: string, type: string, text?: string) => {
      const made = new TerraformVariable(this, name, { type, default: text });
      made.overrideLogicalId(`${stage}_${name}`);
      return made.stringValue;
    };
    const provider = new CofferProvider(this, 'coffer', {
      alias: stage,
      projectId: variable('project_id', 'string'),
      token: SecretValue.fromVariable(this, `${stage}_token`, { description: `Access token for ${stage}.` }),
    });

    const maxSize = Size.bytes(CofferFunctions.parseSize(variable('quota', 'string', '1GiB')));
    const assets = new Bucket(this, 'Assets', { provider, maxSize });
    const uploads = new Bucket(this, 'Uploads', { provider, maxSize });

    // One key per permission, so that reading assets does not come to mean writing them.
    const web = new BucketAccess(this, 'Web', { provider });
    assets.grantRead(web);
    uploads.grantReadWrite(web);

    const environment = uploads.environment(web.keyFor(Permission.READ_WRITE));
    const output = new TerraformOutput(this, 'environment', { value: environment, sensitive: true });
    output.overrideLogicalId(`${stage}_environment`);
  }
}
