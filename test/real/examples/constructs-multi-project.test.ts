import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { synthesize } from './synthesize';

it('makes the same storage in both projects, each with its own token, and shows no token', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const [staging, production] = [emulator.newProject(), emulator.newProject()];
  const env = {
    COFFER_TOKEN: undefined,
    COFFER_PROJECT_ID: undefined,
    TF_VAR_staging_token: staging.token,
    TF_VAR_staging_project_id: staging.projectId,
    TF_VAR_production_token: production.token,
    TF_VAR_production_project_id: production.projectId,
    TF_VAR_production_quota: '10GiB',
  };
  await using workspace = await Workspace.create(emulator, { installation: 'mirror', env });
  await synthesize('multi-project', workspace);
  await workspace.init();

  await workspace.apply();

  const outputs = await workspace.outputs<Record<string, object>>();
  for (const [stage, { projectId }, quota] of [
    ['staging', staging, 1n],
    ['production', production, 10n],
  ] as const) {
    const buckets = inspect.buckets().filter((bucket) => bucket.projectId === projectId);
    const keys = inspect.accessKeys().filter((key) => key.projectId === projectId);
    const writer = keys.find(({ permissions }) => permissions.write);
    const uploads = buckets.find(({ id }) => id === writer?.bucketIds[0]);
    expect(buckets.map(({ maxSize }) => maxSize)).toEqual([quota * 1024n ** 3n, quota * 1024n ** 3n]);
    expect(keys.map(({ permissions }) => permissions)).toEqual(
      expect.arrayContaining([
        { read: true, write: false, owner: false },
        { read: true, write: true, owner: false },
      ]),
    );
    expect(outputs[`${stage}_environment`]).toEqual({
      AWS_ACCESS_KEY_ID: writer?.accessKeyId,
      AWS_ENDPOINT_URL_S3: expect.stringMatching(/^https?:\/\//),
      AWS_REGION: 'us-east-1',
      AWS_SECRET_ACCESS_KEY: expect.stringMatching(/.{16}/),
      S3_BUCKET: uploads?.alias,
    });
  }
  const state = await workspace.read('terraform.multi-project.tfstate');
  for (const { token } of [staging, production]) expect(state).not.toContain(token);
  await workspace.destroy();
  expect(inspect.buckets()).toEqual([]);
});
