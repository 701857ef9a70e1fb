import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { attachProvider } from '../../host/provider/support/served-provider';
import { Workspace } from '../../support/workspace';

/**
 * The rotating access key with the real Terraform (P26). The provider runs in this process, attached, so that the test can move
 * its clock; a second story uses the built program.
 */

const HOUR = 60 * 60_000;
const KEY = 'coffer_rotating_access_key.k';
const configuration = (month: string, rest = '') => `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_rotating_access_key" "k" {
    bucket_ids       = [coffer_bucket.b.id]
    permissions      = { read = true }
    rotation_trigger = { month = "${month}" }
    overlap          = "24h"
    ${rest}
  }
  output "access_key_id" {
    value = coffer_rotating_access_key.k.current.access_key_id
  }
`;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await Emulator.start();
});
afterEach(() => emulator.stop());

const keys = () => emulator.inspect.accessKeys().map(({ id }) => id);
const slots = async (workspace: Workspace) => {
  const { current, previous } = (await workspace.resource(KEY)) as {
    current: Record<string, string>;
    previous: Record<string, string> | null;
  };
  return { current: current.id, previous: previous?.id };
};

it('P26: the clock walks through two rotations, with a plan at every step', async () => {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  await using provider = await attachProvider(emulator, clock);
  await using workspace = await Workspace.create(emulator, {
    installation: 'dev_overrides',
    env: { TF_REATTACH_PROVIDERS: provider.reattach },
  });
  await workspace.write(configuration('1'));
  await workspace.apply();

  for (const month of ['2', '3']) {
    const before = await slots(workspace);
    clock.now += 31 * 24 * HOUR;
    expect(await workspace.planActions()).toEqual({});

    // It rotates: first it creates the new key; the old one stays valid.
    await workspace.write(configuration(month));
    const rotation = await workspace.plan();
    expect(rotation.changes.map(({ address, change }) => [address, change.actions])).toEqual([[KEY, ['update']]]);
    expect(rotation.output).toContain('The access key rotates');
    await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin']);
    const rotated = await slots(workspace);
    expect(rotated.previous).toBe(before.current);
    expect(keys().sort()).toEqual([rotated.current, rotated.previous].sort());
    expect(await workspace.planActions('-refresh-only')).toEqual({});

    // During the overlap there is nothing to do.
    clock.now += 23 * HOUR;
    expect(await workspace.planActions()).toEqual({});

    // After the overlap, one update retires the old key, but not without a refresh.
    clock.now += HOUR;
    expect(await workspace.planActions('-refresh=false')).toEqual({});
    const retirement = await workspace.plan();
    expect(retirement.changes.map(({ address, change }) => [address, change.actions])).toEqual([[KEY, ['update']]]);
    expect(retirement.output).toContain('The previous access key retires');
    await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin']);
    expect(await slots(workspace)).toEqual({ current: rotated.current, previous: undefined });
    expect(keys()).toEqual([rotated.current]);
  }

  await workspace.destroy();
  expect(keys()).toEqual([]);
});
