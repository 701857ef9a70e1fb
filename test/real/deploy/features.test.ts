import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { deploy } from './deployment';
import { features } from './features';
import { attachOthers } from './other-providers/attach';

const DAY = 86_400_000;

const CANARY = 'canary-database-password';

it('C3: what Terraform generates is another value once its time is over, and is in no state; the rest stays as it is', async () => {
  await using emulator = await Emulator.start();
  const { inspect, journal } = emulator;
  const clock = { now: Date.UTC(2026, 0, 1) };
  const stored = (name: string) =>
    String(inspect.secretValue(inspect.secrets().find((one) => one.name === name)?.id ?? ''));

  const variables = { database_password: CANARY };
  const deployment = await deploy(emulator, features, { variables, env: await attachOthers(clock) });
  const outputs = await deployment.outputs();
  const first = stored('session-key');
  clock.now += 89 * DAY;
  const early = await deployment.workspace.planActions();
  clock.now += 2 * DAY;
  await deployment.apply();
  const second = stored('session-key');
  const state = await deployment.readState();
  const destroyed = await deployment.workspace.run(['destroy', '-auto-approve', '-input=false', '-no-color']);

  expect(outputs).toEqual({
    session_key_name: 'session-key',
    overlap_seconds: 48_600,
    same_permission: true,
    same_size: true,
    access_matrix: expect.stringContaining('| `app/Reader` | `app/Archive` | read |'),
    same_duration: false,
    are_buckets: [true, false],
  });
  expect(early).toEqual({});
  expect(first).toMatch(/^[a-zA-Z0-9]{32}$/);
  expect(second).toMatch(/^[a-zA-Z0-9]{32}$/);
  expect(second).not.toBe(first);
  expect(journal.count({ operation: 'updateSecret' })).toBe(1);
  for (const secret of [first, second, CANARY]) expect(state).not.toContain(secret);
  const { alias } = inspect.buckets().find(({ maxSize }) => maxSize === 2n ** 30n) ?? {};
  expect(inspect.accessKeys()).toMatchObject([{ permissions: { read: true, write: false, owner: false } }]);
  expect([...(inspect.accessKeys()[0]?.bucketIds ?? [])].sort()).toEqual(
    inspect
      .buckets()
      .map(({ id }) => id)
      .sort(),
  );
  expect(JSON.parse(stored('database'))).toEqual({
    url: `postgres://app%40example.com:${CANARY}@db.example.com:5432/app`,
    login: { password: CANARY, tls: true },
    ports: [5432, 5433],
    bucket: alias,
  });
  expect([destroyed.code, destroyed.output]).toEqual([1, expect.stringMatching(/instance cannot be destroyed/i)]);
});
