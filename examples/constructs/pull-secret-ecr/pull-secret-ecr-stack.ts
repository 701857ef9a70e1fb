import { Aspects, Fn, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import { CofferFunctions, CofferProvider, NoPlainTextSecrets, PullSecret, SecretValue } from '../../../src';

/** Where the image is. */
export interface PullSecretEcrProps {
  /** Image reference. */
  readonly image: string;
  /** AWS account of the registry. */
  readonly accountId: string;
  /** AWS region of the registry. */
  readonly region: string;
}

/** A private image at Amazon ECR, whose tokens end after 12 hours, and the payload of the app that runs it. */
export class PullSecretEcrStack extends TerraformStack {
  constructor(scope: Construct, id: string, props: PullSecretEcrProps) {
    super(scope, id);
    Aspects.of(this).add(new NoPlainTextSecrets());
    const { image, accountId, region } = props;

    new CofferProvider(this, 'coffer');
    const projectId = this.variable('project_id', 'Project of the app.');

    // A scheduled run gives a new token, and any new version, such as its own number.
    const version = this.variable('ecr_token_version', 'Change it together with ecr_token.');
    const pullSecret = PullSecret.forEcr(this, 'Image', {
      accountId,
      region,
      token: SecretValue.fromVariable(this, 'ecr_token', { description: 'From GetAuthorizationToken.', version }),
    });

    // A new token makes a new pull secret under a new id, so the app is updated in the same run, by whatever creates apps.
    const payload = Fn.jsonencode({
      project_id: projectId,
      name: 'web',
      image,
      pull_secret_id: pullSecret.pullSecretId,
      ports: [{ name: 'http', number: 8080 }],
      cpu: 1,
      memory: 512,
      instances: 2,
      hibernated: false,
    });
    new TerraformOutput(this, 'app_payload', { value: payload });
    new TerraformOutput(this, 'registry', { value: CofferFunctions.registryServer(image) });
    new TerraformOutput(this, 'superseded_pull_secrets', { value: pullSecret.supersededIds });
  }

  private variable(name: string, description: string): string {
    return new TerraformVariable(this, name, { type: 'string', description }).stringValue;
  }
}
