import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { attachProvider } from '../../host/provider/support/served-provider';
import { Workspace } from '../../support/workspace';
import { synthesize } from './synthesize';

const HOUR = 60 * 60_000;
const KEY = /^coffer_rotating_access_key\./;

const inputs = (quarter: string, password: string) => ({
  TF_VAR_quarter: quarter,
  TF_VAR_database_password: password,
  TF_VAR_fingerprint_key: 'canary-fingerprint-key',
});

it('P26: rotates by itself with two working keys for three days, and finds a new password without a version', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  await using provider = await attachProvider(emulator, clock);
  await using workspace = await Workspace.create(emulator, {
    installation: 'mirror',
    env: { TF_REATTACH_PROVIDERS: provider.reattach, ...inputs('2026-1', 'canary-password-1') },
  });
  const second = { env: inputs('2026-2', 'canary-password-2') };
  const apply = ['apply', '-auto-approve', '-input=false', '-no-color'];
  const outputs = () => workspace.outputs<Record<string, unknown>>();
  const stored = (id: unknown) => /^AWS_ACCESS_KEY_ID=(.*)$/m.exec(inspect.secretValue(String(id)))?.[1];
  const keys = () => inspect.accessKeys().map(({ accessKeyId }) => accessKeyId);
  const password = () =>
    inspect.secretValue(inspect.secrets().find(({ name }) => name === 'database-password')?.id ?? '');
  await synthesize('rotation', workspace);
  await workspace.init();

  // One key, stored where programs read it.
  await workspace.apply();
  const first = await outputs();
  expect(keys()).toEqual([first.current_key]);
  expect([stored(first.credentials_secret_id), password(), first.previous_key]).toEqual([
    first.current_key,
    'canary-password-1',
    'none',
  ]);
  expect(inspect.accessKeys()).toMatchObject([{ permissions: { read: false, write: true, owner: false } }]);
  expect(inspect.accessKeys()[0]?.bucketIds).toHaveLength(2);

  // The next quarter: both keys work, and the secret holds the new one.
  await workspace.must(apply, second);
  const rotated = await outputs();
  expect(keys().sort()).toEqual([rotated.current_key, rotated.previous_key].sort());
  expect(rotated).toMatchObject({
    credentials_secret_id: first.credentials_secret_id,
    previous_key: first.current_key,
    previous_key_retires_after: '2026-01-04T00:00:00.000Z',
    password_revision: 2,
  });
  expect([stored(rotated.credentials_secret_id), password()]).toEqual([rotated.current_key, 'canary-password-2']);

  // Three days later a run retires the old key, and changes nothing else.
  clock.now += 72 * HOUR;
  await workspace.must([...apply, '-refresh-only'], { ...second, withoutPlan: 'the next one retires the old key' });
  const { changes } = await workspace.plan('-var=quarter=2026-2', '-var=database_password=canary-password-2');
  expect(changes.map(({ address, change }) => [KEY.test(address), change.actions])).toEqual([[true, ['update']]]);
  await workspace.must(apply, second);
  const retired = await outputs();
  expect(keys()).toEqual([rotated.current_key]);
  expect(retired).toMatchObject({
    current_key: rotated.current_key,
    previous_key: 'none',
    previous_key_retires_after: 'never',
  });

  // State contains no secret.
  const state = await workspace.read('terraform.rotation.tfstate');
  const half = inspect.secretAccessKey(inspect.accessKeys()[0]?.id ?? '');
  for (const secret of ['canary-password', 'canary-fingerprint-key', half]) expect(state).not.toContain(secret);
  await workspace.must(['destroy', '-auto-approve', '-input=false', '-no-color'], second);
  expect([inspect.accessKeys(), inspect.secrets(), inspect.buckets()].flat()).toEqual([]);
});
