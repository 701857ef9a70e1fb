import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import type { RunResult } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { Workspace } from '../../support/workspace';
import { type Build, executableOf } from '../support/builds';

/** Two aliases for two projects in one configuration: two services with different dialects and objects of the same names (F2). */

const ALIASES = ['one', 'two'] as const;
type Alias = (typeof ALIASES)[number];
type Services = Readonly<Record<Alias, Emulator>>;

const SECRETS = 12;
const LISTS = ['listSecrets', 'listBuckets', 'listAccessKeys'] as const;
/** Enough for every resource of both, so that the resources of one never wait for those of the other. */
const PARALLEL = '-parallelism=50';

const configuration = (alias: Alias, { baseUrl, token, projectId }: Emulator) => `
  provider "coffer" {
    alias                   = "${alias}"
    base_url                = ${JSON.stringify(baseUrl)}
    token                   = ${JSON.stringify(token)}
    project_id              = ${JSON.stringify(projectId)}
    max_concurrent_requests = 2
  }
  resource "coffer_secret" "${alias}" {
    provider = coffer.${alias}
    count    = ${SECRETS}
    name     = "secret-\${count.index}"
    value_wo = "value-of-${alias}"
  }
  resource "coffer_bucket" "${alias}" {
    provider = coffer.${alias}
    count    = 3
    max_size = 1000
  }
  resource "coffer_access_key" "${alias}" {
    provider    = coffer.${alias}
    bucket_ids  = coffer_bucket.${alias}[*].id
    permissions = { read = true }
    depends_on  = [coffer_secret.${alias}]
  }
  data "coffer_secrets" "${alias}" {
    provider   = coffer.${alias}
    depends_on = [coffer_access_key.${alias}]
  }
  output "${alias}" {
    value = data.coffer_secrets.${alias}.secrets[*].id
  }
`;

/** Runs Terraform with its installed providers, or each command under `attach`. */
function terraformOf(workspace: Workspace, how: 'installed' | 'attach', build: Build) {
  return async (...args: string[]): Promise<RunResult> => {
    const { path } = await findTerraform();
    const result =
      how === 'installed'
        ? await workspace.run(args)
        : await workspace.runProgram(executableOf(build), ['attach', '--', path, ...args]);
    if (result.code !== 0) throw new Error(`${args[0]} ended with ${result.code}\n${result.output}`);
    return result;
  };
}

const idsOf = ({ inspect }: Emulator) =>
  [...inspect.secrets(), ...inspect.buckets(), ...inspect.accessKeys()].map(({ id }) => id);

/** Checks that every request to a service used that service's token, project and routes. */
function expectOwnRequests(services: Services): void {
  for (const alias of ALIASES) {
    const { journal, projectId } = services[alias];
    const strange = journal
      .requests()
      .filter((entry) => entry.projectId !== projectId || entry.status === 401 || entry.status === 403);
    // The service does not support object versions; the provider asks for them before it deletes a bucket.
    const unmatched = journal.unmatched().filter(({ query }) => query.versions === undefined);
    expect([alias, strange, unmatched]).toEqual([alias, [], []]);
  }
}

describe.each<['installed' | 'attach', Build]>([
  ['installed', 'compiled'],
  ['attach', 'compiled'],
  ['attach', 'node'],
])('%s, with the %s provider', (how, build) => {
  it('F2: nothing of one project reaches the other, and neither waits for the other', async () => {
    await using one = await Emulator.start({ projects: ['project-of-one'], dialect: 'conventional' });
    await using two = await Emulator.start({ projects: ['project-of-two'], dialect: 'enveloped' });
    const services = { one, two };
    await using workspace = await Workspace.create(one, {
      build,
      installation: 'mirror',
      env: { COFFER_BASE_URL: undefined, COFFER_TOKEN: undefined, COFFER_PROJECT_ID: undefined },
    });
    const terraform = terraformOf(workspace, how, build);
    await workspace.write(ALIASES.map((alias) => configuration(alias, services[alias])).join(''));
    await workspace.init();

    // The first service pauses as many requests as its alias may send; meanwhile the second creates everything up to its key.
    const held = one.faults.add({ operation: 'createSecret', pause: true });
    const applying = terraform('apply', '-auto-approve', '-input=false', '-no-color', PARALLEL);
    const filled = two.journal.waitFor({ operation: 'createAccessKey' }, { timeoutMs: 120_000 });
    await Promise.race([Promise.all([held.whenMet(2), filled]), applying]);
    expect([one.inspect.secrets().length, two.inspect.secrets().length]).toEqual([0, SECRETS]);
    held.release();
    await applying;

    // Each service has its own objects with its own values, and state holds them under the right alias.
    const state = await workspace.state();
    for (const alias of ALIASES) {
      const { inspect, projectId } = services[alias];
      const values = state
        .filter(({ address }) => /^\w+\.(one|two)/.exec(address)?.[1] === alias)
        .map((one) => one.values);
      expect(values.map(({ id }) => id).sort()).toEqual(idsOf(services[alias]).sort());
      expect(new Set(values.map(({ project_id }) => project_id))).toEqual(new Set([projectId]));
      expect(new Set(inspect.secrets().map(({ id }) => inspect.secretValue(id)))).toEqual(
        new Set([`value-of-${alias}`]),
      );
    }
    const { stdout } = await workspace.must(['output', '-json']);
    const outputs = JSON.parse(stdout) as Record<Alias, { readonly value: readonly string[] }>;
    for (const alias of ALIASES) {
      expect([...outputs[alias].value].sort()).toEqual(
        services[alias].inspect
          .secrets()
          .map(({ id }) => id)
          .sort(),
      );
    }
    expectOwnRequests(services);

    // The plan is empty, and each alias reads its own lists once.
    for (const alias of ALIASES) services[alias].journal.clear();
    await terraform('plan', '-input=false', '-no-color', '-detailed-exitcode', PARALLEL);
    for (const alias of ALIASES) {
      const { journal } = services[alias];
      expect([alias, LISTS.map((operation) => journal.count({ operation })), journal.count()]).toEqual([
        alias,
        [1, 1, 1],
        3,
      ]);
    }

    // Destroying the objects of one leaves the other unchanged.
    const kept = idsOf(two);
    const targets = ['coffer_secret', 'coffer_bucket', 'coffer_access_key'].map((type) => `-target=${type}.one`);
    await terraform('destroy', '-auto-approve', '-input=false', '-no-color', PARALLEL, ...targets);
    expect([idsOf(one), idsOf(two)]).toEqual([[], kept]);
    expectOwnRequests(services);
  });
});
