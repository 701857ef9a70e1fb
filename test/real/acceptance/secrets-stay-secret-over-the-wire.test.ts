import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { make, makeBucket } from '../../host/provider/support/in-process';
import { connectTo } from '../../host/provider/support/remote-provider';
import { BadLine } from '../../support/bad-line';
import type { Build } from '../support/builds';
import { startProvider } from '../support/debug-provider';
import { Searched } from './support/canaries';
import { ProcessWatch } from './support/process-watch';

/** List resources and actions, which only newer versions of Terraform support, including the keys that live for one operation. */

const TOKEN = 'canary-token/+=';
const VALUE = 'canary/secret "value"';

it.each<[Build]>([['compiled'], ['node']])('lists and actions of the %s provider show no secret', async (build) => {
  const halves: string[] = [];
  await using emulator = await Emulator.start({ tokens: [TOKEN], dialect: 'extended' });
  await using line = await BadLine.start(emulator.baseUrl, {
    overhear(operation, response) {
      if (operation !== 'createAccessKey') return;
      halves.push((JSON.parse(response) as { secret_access_key: string }).secret_access_key);
    },
  });
  const mark = `leak-test-${process.pid}-${build}`;
  await using watch = new ProcessWatch([mark]);
  await using provider = await startProvider(build, { TF_LOG: 'TRACE', COFFER_TOKEN: TOKEN, COFFER_TEST_MARK: mark });
  const settings = { base_url: line.baseUrl, project_id: emulator.projectId, pull_secret_api: 'full', max_retries: 0 };
  const host = await connectTo(provider.address, { settings });
  const bucketId = await makeBucket(host);
  const key = { bucket_ids: [bucketId], permissions: { read: true } };
  const id = await make(host, 'coffer_access_key', key);
  await make(host, 'coffer_access_key', { ...key, store_in: { secret_name: 'stored', format: 'json' } });
  await make(host, 'coffer_secret', { name: 's', value: VALUE });
  await make(host, 'coffer_pull_secret', { server: 'registry.example', username: 'octo', password: VALUE });
  const searched = new Searched();

  for (const kind of ['secret', 'pull_secret', 'bucket', 'access_key']) {
    const { found } = await host.list(`coffer_${kind}`, {}, { includeResource: true });
    expect([kind, found.length]).toEqual([kind, expect.any(Number)]);
    expect(found.length).toBeGreaterThan(0);
    searched.add('lists', JSON.stringify(found));
  }
  searched.add('actions', JSON.stringify(await host.invoke('coffer_empty_bucket', { bucket_id: bucketId })));
  searched.add('actions', JSON.stringify(await host.invoke('coffer_revoke_access_key', { id })));
  emulator.faults.add({ operation: 'deleteAccessKey', status: 400 });
  searched.add('failures', JSON.stringify(await host.invoke('coffer_empty_bucket', { bucket_id: bucketId })));
  searched.add('provider', provider.output());
  searched.add('journal', JSON.stringify(emulator.journal.requests()));
  searched.add('dump', JSON.stringify(emulator.dump()));
  searched.add('arguments', watch.seen.map(({ commandLine }) => commandLine).join('\n'));

  expect(halves.length).toBeGreaterThanOrEqual(4);
  expect(searched.at('provider')).toContain('/s3/keys');
  expect(searched.at('failures')).toContain('still exists');
  expect(searched.at('arguments')).toContain('--debug');
  const canaries = { TOKEN, VALUE, ...Object.fromEntries(halves.map((half, i) => [`secret half ${i}`, half])) };
  expect(searched.findings(canaries)).toEqual({});
});
