import { Fn, TerraformOutput, TerraformVariable } from 'cdktf';
import {
  AcrCredentials,
  ArtifactRegistryCredentials,
  CofferFunctions,
  CofferProvider,
  GitLabCredentials,
  PullSecret,
  PullSecretApi,
  SecretValue,
} from '../../../../src';
import { inStack, type Programs } from './program';

export const pullSecrets: Programs = {
  'credentials of the usual registries': inStack({ pullSecrets: 7, variables: ['registry_token'] }, (stack) => {
    const token = SecretValue.fromVariable(stack, 'registry_token', { version: '2026-1' });
    PullSecret.forGhcr(stack, 'Ghcr', { username: 'octocat', token });
    PullSecret.forDockerHub(stack, 'DockerHub', { username: 'acme', token, tokenExpiresAt: '2030-03-01T12:00:00Z' });
    PullSecret.forEcr(stack, 'Ecr', { accountId: '123456789012', region: 'eu-central-1', token });
    PullSecret.forDigitalOcean(stack, 'DigitalOcean', { token });
    PullSecret.forAcr(stack, 'Acr', { registryName: 'contoso', credentials: AcrCredentials.token('puller', token) });
    PullSecret.forGitLab(stack, 'GitLab', {
      credentials: GitLabCredentials.deployToken('gitlab+deploy-token-1', token),
    });
    const credentials = ArtifactRegistryCredentials.jsonKeyBase64(token);
    PullSecret.forArtifactRegistry(stack, 'Google', { location: 'europe-west1', credentials });
  }),
  'a registry of our own, whose server follows from the image': inStack(
    { pullSecrets: 2, variables: ['registry_password'] },
    (stack) => {
      const image = new TerraformVariable(stack, 'image', {
        type: 'string',
        default: 'registry.example.com/acme/web:1.2',
      });
      const password = SecretValue.fromVariable(stack, 'registry_password', { version: '1' });
      const secret = new PullSecret(stack, 'Own', {
        server: CofferFunctions.registryServer(image.stringValue),
        username: 'puller',
        password,
      });
      PullSecret.forGeneric(stack, 'Generic', {
        server: 'registry.example.com:5000',
        username: 'puller',
        token: password,
      });
      const payload = Fn.jsonencode({
        image: image.stringValue,
        pull_secret_id: secret.pullSecretId,
        ports: [{ number: 80 }],
      });
      new TerraformOutput(stack, 'app_payload', { value: payload });
    },
  ),
  'a user name that is secret, with the whole interface of the service': inStack({}, (stack) => {
    const provider = new CofferProvider(stack, 'full', { alias: 'full', pullSecretApi: PullSecretApi.FULL });
    new PullSecret(stack, 'Token', {
      provider,
      server: 'registry.example.com',
      secretUsername: SecretValue.fromVariable(stack, 'user', { version: '1' }),
      password: SecretValue.fromVariable(stack, 'password', { version: '1' }),
    });
    const known = PullSecret.fromPullSecretId(stack, 'Known', 'ps-31c2f218');
    new TerraformOutput(stack, 'known', { value: known.pullSecretId });
  }),
  'a password that ends, of which nobody says when it began': inStack(
    { warns: ['the password of PullSecret "app/Ecr" ends 12h after it is issued'] },
    (stack) => {
      PullSecret.forEcrPublic(stack, 'Ecr', { token: SecretValue.fromVariable(stack, 'ecr_token') });
    },
  ),
};
