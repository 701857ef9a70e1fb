import { describe, expect, it } from 'vitest';
import { path } from '../../../../framework/values/path';
import type { Value } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';
import { shareBench, shareBuckets, summaries } from './support/bench';

const bench = shareBench();
const buckets = shareBuckets(bench);
const MISSING = {
  summary: 'Missing project_id',
  detail: 'Set project_id here, in the provider block, or in the environment variable COFFER_PROJECT_ID.',
  path: path('project_id'),
};
const key = (): Record<string, Value> => ({
  bucket_ids: [...buckets],
  permissions: { read: true, write: null, owner: null },
});

it('the plan is an error that names the attribute if no project is known', async () => {
  const { baseUrl } = bench.emulator;
  const host = await Host.start({ baseUrl, token: bench.project.token, projectId: '' });

  const { diagnostics } = await host.plan('coffer_secret', { name: 'a', value_wo: 'canary' });

  expect(diagnostics).toMatchObject([{ severity: 'error', ...MISSING }]);
});

describe.each<[string, () => Record<string, Value>]>([
  ['coffer_secret', () => ({ name: 'a', value_wo: 'canary' })],
  ['coffer_pull_secret', () => ({ server: 'registry.example', username: 'me', password_wo: 'canary' })],
  ['coffer_bucket', () => ({ max_size: 1000 })],
  ['coffer_access_key', key],
  ['coffer_rotating_access_key', key],
])('%s', (type, config) => {
  it('every plan warns that the object is in another project than the provider, until its block names one', async () => {
    const { kept } = await bench.host.apply(type, config());
    const { projectId } = bench.project;
    const moved = await bench.start({ settings: { project_id: 'other' } });

    const before = await bench.host.plan(type, config(), kept);
    const after = await moved.plan(type, config(), kept);
    const named = await moved.plan(type, { ...config(), project_id: projectId }, kept);
    const replaced = await moved.plan(type, { ...config(), project_id: 'other' }, kept as Kept);

    expect([before, after, named].map(({ action }) => action)).toEqual(['no-op', 'no-op', 'no-op']);
    expect([before.diagnostics, named.diagnostics]).toEqual([[], []]);
    expect(summaries(after.diagnostics)).toEqual(["warning: In another project than the provider's"]);
    expect(after.diagnostics[0]).toMatchObject({
      detail: expect.stringContaining(`"${kept?.state.id}" is in project "${projectId}"`),
      path: path('project_id'),
    });
    expect(replaced.action).toBe('replace');
  });
});
