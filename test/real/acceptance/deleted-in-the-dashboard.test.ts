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

/** There is nothing to plan after a refresh that is written down. */
const REFRESHED = { withoutPlan: 'nothing is applied' };

/** What each object of the state has in private state. */
async function privateState(workspace: Workspace): Promise<readonly unknown[]> {
  const { resources } = JSON.parse(await workspace.read('terraform.tfstate')) as {
    resources: { instances: { private?: string }[] }[];
  };
  return resources.flatMap(({ instances }) => instances.map((one) => one.private));
}

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

  it('P7: an apply that saw it keeps that for the next plan', async () => {
    await using provider = await attach();
    await using workspace = await openWorkspace(provider);
    await workspace.write(secret('v'));
    await workspace.apply();
    clock.now += 600 * SECOND;
    // A refresh that changed no more than private state would end `plan -refresh-only -detailed-exitcode` with 2.
    const before = await privateState(workspace);
    await workspace.must(['apply', '-refresh-only', '-auto-approve', '-input=false', '-no-color'], REFRESHED);
    expect(await privateState(workspace)).toEqual(before);
    clock.now -= 569 * SECOND;
    await workspace.write(`${secret('v')}output "o" {\n  value = "1"\n}\n`);
    await workspace.apply();
    await lose(`/secrets/${String((await workspace.resource('coffer_secret.s')).id)}`);

    const beganMs = clock.now;
    const actions = await workspace.planActions();

    expect([actions, clock.now - beganMs]).toEqual([{ 'coffer_secret.s': 'create' }, 4 * SECOND]);
  });

  it('P7: an update that the service denies says so, and the next plan makes it anew', async () => {
    await using provider = await attach();
    await using workspace = await openWorkspace(provider);
    await workspace.write(secret('v'));
    await workspace.apply();
    await lose(`/secrets/${String((await workspace.resource('coffer_secret.s')).id)}`);
    clock.now += 50 * SECOND;
    await workspace.write(secret('w'));

    const denied = await workspace.run(['apply', '-auto-approve', '-input=false', '-no-color']);
    clock.now += 10 * SECOND;
    const beganMs = clock.now;
    const actions = await workspace.planActions();

    expect([denied.code, denied.output.includes('Error: Object to update not found')], denied.output).toEqual([
      1,
      true,
    ]);
    expect([actions, clock.now - beganMs]).toEqual([{ 'coffer_secret.s': 'create' }, 4 * SECOND]);
    await workspace.apply();
  });
});
