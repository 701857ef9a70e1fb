import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { synthesize } from './synthesize';

it('gives apps a new pull secret with every new token, and names those left behind', async () => {
  await using emulator = await Emulator.start();
  const { inspect, projectId } = emulator;
  const runOf = (number: string) => ({
    TF_VAR_project_id: projectId,
    TF_VAR_ecr_token: `canary-token-${number}`,
    TF_VAR_ecr_token_version: number,
  });
  await using workspace = await Workspace.create(emulator, { installation: 'mirror', env: runOf('1') });
  const outputs = () => workspace.outputs<Record<string, unknown>>();
  const payload = async () => JSON.parse(String((await outputs()).app_payload)) as Record<string, unknown>;
  await synthesize('pull-secret-ecr', workspace);
  await workspace.init();

  await workspace.apply();
  const first = await payload();
  await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], { env: runOf('2') });
  const second = await payload();

  const server = '123456789012.dkr.ecr.eu-central-1.amazonaws.com';
  expect(inspect.pullSecrets()).toMatchObject([{ server, username: 'AWS' }, { server }]);
  expect(inspect.pullSecrets().map(({ id }) => [id, inspect.pullSecretPassword(id)])).toEqual([
    [first.pull_secret_id, 'canary-token-1'],
    [second.pull_secret_id, 'canary-token-2'],
  ]);
  expect(second).toEqual({
    project_id: projectId,
    name: 'web',
    image: `${server}/acme/web:1.2`,
    pull_secret_id: expect.any(String),
    ports: [{ name: 'http', number: 8080 }],
    cpu: 1,
    memory: 512,
    instances: 2,
    hibernated: false,
  });
  expect(await outputs()).toMatchObject({
    registry: server,
    superseded_pull_secrets: [first.pull_secret_id],
  });
  expect(await workspace.read('terraform.pull-secret-ecr.tfstate')).not.toContain('canary-token');
  await workspace.must(['destroy', '-auto-approve', '-input=false', '-no-color'], { env: runOf('2') });
});
