import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import type { Kept, Plan } from '../../../framework/testing/provider-host';
import { provider } from '../../../provider/provider';
import { connectHost, makeBucket } from '../../host/provider/support/in-process';
import type { RemoteHost } from '../../host/provider/support/remote-provider';
import { fc } from '../../unit/support/property';
import { configurations, type Drawn, type Pools, states } from './arbitrary';

/**
 * The contract of resources with Terraform, on random configurations and states (plugin protocol, 4.3 to 4.8), over the wire:
 * 600 cases for each resource. A failure prints the seed.
 */
const RUNS = 600;

/** One case in this many goes through its whole life at the service; all others are only planned. */
const LIFE_EVERY = 20;

const MAX = 2n ** 63n - 1n;
const TIMES = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'soon'];

/** Values for configurations that are often valid and sometimes invalid, by type. Other attributes are drawn by their type. */
const pools = (projectId: string, buckets: readonly string[]): Readonly<Record<string, Pools>> => {
  const project_id = [projectId, projectId, 'another'];
  const bucket_ids = [[buckets[0] ?? ''], [...buckets], [...buckets].reverse(), [], ['no-such-bucket']];
  const sink = {
    'store_in.secret_name': ['key', 'key-1', 'Not good'],
    'store_in.secret_id': [null, null, 'no-such-secret'],
    'store_in.format': ['plain', 'json', 'env', 'xml'],
  };
  const limits = {
    'timeouts.create': ['90s', '1h30m', '9999h', '0', 'soon'],
    'timeouts.read': ['90s'],
    'timeouts.update': ['90s'],
    'timeouts.delete': ['90s'],
  };
  return {
    coffer_secret: {
      ...limits,
      project_id,
      name: ['a', 'b', 'b-1', 'Not good'],
      value: ['v', 'djE=', 'é'],
      value_wo: ['v', 'djE=', 'é'],
      value_wo_version: ['1', '2', ''],
      value_encoding: ['utf8', 'base64', 'rot13'],
      change_detection: ['version', 'fingerprint'],
      deletion_protection: [false],
    },
    coffer_bucket: {
      ...limits,
      project_id,
      max_size: [1, 1000, MAX, 0, 0.5],
      description: ['', 'x', 'é'],
      wait_for: ['endpoint', 'listed', 'none', 'never'],
      destroy_check: ['server'],
      force_destroy: [false],
      deletion_protection: [false],
    },
    coffer_pull_secret: { ...limits, project_id, server: ['ghcr.io', 'r.example', ''], password_expires_at: TIMES },
    coffer_access_key: { ...limits, project_id, bucket_ids, ...sink },
    coffer_rotating_access_key: { ...limits, project_id, bucket_ids, ...sink, overlap: ['24h', '0s', 'soon'] },
  };
};

describe.each([...provider.resources.keys()].map((i) => [`coffer_${provider.resources[i]?.typeName}`] as const))(
  '%s',
  (typeName) => {
    it.each(['full', null] as const)(
      'keeps the contract with Terraform, whatever is configured and stored (pull_secret_api: %s)',
      async (pull_secret_api) => {
        await using emulator = await Emulator.start({ dialect: 'extended' });
        const host = await connectHost(emulator, { settings: { pull_secret_api } });
        const buckets = [await makeBucket(host), await makeBucket(host)];
        const { attributes = {} } = host.server.resourceSchemas.get(typeName) ?? {};
        const drawn = pools(emulator.projectId, buckets)[typeName] ?? {};
        const config = configurations(attributes, drawn);
        // Objects in state have an id.
        const stored = states(attributes, drawn).map((state) => ({ ...state, id: 'an-id' }));
        let [cases, lives] = [0, 0];

        const property = fc.asyncProperty(config, config, stored, async (first, second, state) => {
          await host.plan(typeName, first.early);
          await host.plan(typeName, second.early, { state, private: new Uint8Array() });
          if (cases++ % LIFE_EVERY === 0 && (await live(host, typeName, first, second))) lives += 1;
        });

        await fc.assert(property, { numRuns: RUNS / 2 });
        expect(lives).toBeGreaterThan(0);
      },
    );
  },
  600_000,
);

/**
 * Creates, refreshes, changes, refreshes, imports and destroys. After an apply without errors the plan is empty.
 * Returns false if no object was created.
 */
async function live(host: RemoteHost, typeName: string, first: Drawn, second: Drawn): Promise<boolean> {
  let kept: Kept | null = null;
  for (const { early, known } of [first, second]) {
    const plan: Plan = await host.plan(typeName, early, kept);
    if (hasErrors(plan)) continue;
    const applied = await host.apply(typeName, known, kept, { plan });
    kept = applied.kept && (await host.refresh(typeName, applied.kept)).kept;
    if (!kept || hasErrors(applied)) break;
    let again = await host.plan(typeName, known, kept);
    if (isRetirement(again)) {
      kept = (await host.apply(typeName, known, kept)).kept;
      if (!kept) break;
      again = await host.plan(typeName, known, kept);
    }
    if (!hasErrors(again) && again.action !== 'no-op')
      throw new Error(`a second plan of ${typeName} is not empty: ${again.action}`);
  }
  if (!kept) return false;
  await host.import(typeName, { id: String(kept.state.id) });
  const gone = await host.destroy(typeName, kept);
  if (gone.kept) throw new Error(`${typeName} is left`);
  return true;
}

/** Without an overlap the plan after a rotation retires the previous key (P26). */
const isRetirement = ({ action, planned }: Plan) =>
  action === 'update' && planned.overlap === '0s' && planned.previous === null;

const hasErrors = ({ diagnostics }: Pick<Plan, 'diagnostics'>) =>
  diagnostics.some(({ severity }) => severity === 'error');
