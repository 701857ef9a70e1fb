import { beforeEach, expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { attachProvider } from '../../host/provider/support/served-provider';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';
import { plansInSilence } from './support/plans-in-silence';

/**
 * The first thing a newcomer tries: make objects, plan, delete them in the dashboard, plan again (P7). The provider runs in this
 * process, attached, so that the test can move its clock; what it sleeps passes at once.
 */

const SECOND = 1_000;
const PLAN = ['plan', '-input=false', '-no-color', '-detailed-exitcode'];
const secret = (value: string) => `
  resource "coffer_secret" "s" {
    name  = "db"
    value = "${value}"
  }
`;
const KEYS = `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
  resource "coffer_access_key" "stored" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
    store_in    = { secret_name = "stored" }
  }
  resource "coffer_rotating_access_key" "r" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;
const NEW = { 'coffer_secret.s': 'create', 'coffer_access_key.k': 'create', 'coffer_rotating_access_key.r': 'create' };

const emulator = useEmulator();
let clock: { now: number };
beforeEach(async () => {
  clock = { now: Date.parse('2026-01-01T00:00:00Z') };
});

const attach = () =>
  attachProvider(emulator, clock, async (ms) => {
    clock.now += ms;
  });

async function lose(path: string): Promise<void> {
  const headers = { authorization: `Bearer ${emulator.token}` };
  const { ok } = await fetch(emulator.baseUrl + path, { method: 'DELETE', headers });
  expect(ok).toBe(true);
}

onEachTerraform('objects deleted elsewhere', (terraform) => {
  const openWorkspace = ({ reattach }: Awaited<ReturnType<typeof attach>>) =>
    Workspace.create(emulator, {
      ...{ terraform, installation: 'dev_overrides', env: { TF_REATTACH_PROVIDERS: reattach } },
    });

  it('P7: what was made, planned and deleted in the dashboard is made anew by the next plan after a minute', async () => {
    await using provider = await attach();
    await using workspace = await openWorkspace(provider);
    await workspace.write(secret('v') + KEYS);
    await workspace.apply();
    const idOf = async (address: string) => String((await workspace.resource(address)).id);
    await lose(`/secrets/${await idOf('coffer_secret.s')}`);
    for (const name of ['coffer_access_key.k', 'coffer_access_key.stored', 'coffer_rotating_access_key.r']) {
      await lose(`/s3/keys/${await idOf(name)}`);
    }

    clock.now += 20 * SECOND;
    const early = await workspace.run(PLAN);
    clock.now += 40 * SECOND;
    const beganMs = clock.now;
    const late = await workspace.planActions();
    const tookMs = clock.now - beganMs;
    await workspace.apply();

    expect([early.code, early.output.includes('Warning: Not listed yet')], early.output).toEqual([0, true]);
    expect(late).toEqual({ ...NEW, 'coffer_access_key.stored': 'update' });
    // Each of the two kinds of lists once, however many are missed.
    expect(tookMs).toBeLessThanOrEqual(60 * SECOND);
    await plansInSilence(workspace);
    await workspace.destroy();
    expect([emulator.inspect.secrets(), emulator.inspect.accessKeys(), emulator.inspect.buckets()]).toEqual([
      [],
      [],
      [],
    ]);
  });
});
