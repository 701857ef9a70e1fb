import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Connections } from '../../../framework/protocol/connections';
import { REATTACH_VARIABLE, reattachValue } from '../../../framework/protocol/reattach';
import type { Provider } from '../../../framework/provider';
import { defineResource, stateUpgrader } from '../../../framework/resource';
import { string } from '../../../framework/schema/attributes';
import { fillFromState } from '../../../framework/schema/model';
import { createProviderServer } from '../../../framework/server/provider-server';
import { startGrpcServer } from '../../host/framework/protocol/support/grpc';
import { skippingEnvironment } from '../../host/provider/support/environment';
import { type Target, Workspace } from '../../support/workspace';

const text = (description: string) => string({ optional: true, computed: true, description });

/** One resource in two versions of a provider: version 1 renames `title` to `name`. */
const versions = [
  defineResource({
    typeName: 'thing',
    schema: { description: '', attributes: { title: text('Its name.') } },
    create: async ({ plan }) => ({ title: plan.title ?? null }),
    read: async ({ state }) => state,
    update: async ({ plan, state }) => fillFromState(plan, state),
    delete: async () => undefined,
    importState: async ({ id }) => ({ title: id }),
  }),
  defineResource({
    typeName: 'thing',
    schema: { version: 1, description: '', attributes: { name: text('Its name.') } },
    stateUpgraders: {
      0: stateUpgrader({ description: '', attributes: { title: text('Its name.') } }, ({ title }) => ({ name: title })),
    },
    create: async ({ plan }) => ({ name: plan.name ?? null }),
    read: async ({ state }) => state,
    update: async ({ plan, state }) => fillFromState(plan, state),
    delete: async () => undefined,
    importState: async ({ id }) => ({ name: id }),
  }),
];

/** Serves one of the versions in this process, and returns the variable that makes Terraform use it. */
async function serve(version: 0 | 1, target: Target): Promise<Record<string, string>> {
  const provider: Provider<null> = {
    typeName: 'coffer',
    source: 'coffer/coffer',
    schema: { description: '', attributes: {} },
    resources: versions.slice(version, version + 1),
    configure: async () => ({ connection: null }),
    describeError: (error) => ({ severity: 'error', summary: 'Failed', detail: String(error) }),
  };
  const nothing = () => {};
  const connections = new Connections(
    (environment) => createProviderServer(provider, environment),
    skippingEnvironment(target),
    { shutdown: nothing, gone: nothing, lastClosed: nothing },
  );
  const text = await startGrpcServer({ connect: connections.connect });
  return { [REATTACH_VARIABLE]: reattachValue('coffer/coffer', { network: 'tcp', text }, process.pid) };
}

it('a state of version 0 is brought to version 1, and the plan that follows is empty', async () => {
  await using emulator = await Emulator.start();
  const [before, after] = [await serve(0, emulator), await serve(1, emulator)];
  await using workspace = await Workspace.create(emulator);
  await workspace.write('resource "coffer_thing" "t" {\n  title = "old"\n}\n');
  await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], { env: before });
  await workspace.write('resource "coffer_thing" "t" {\n  name = "old"\n}\n');

  const plan = ['plan', '-input=false', '-no-color', '-detailed-exitcode'];
  const { code, output } = await workspace.run(plan, { env: after });
  await workspace.must(['apply', '-refresh-only', '-auto-approve', '-input=false', '-no-color'], { env: after });

  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('No changes') });
  expect(JSON.parse(await workspace.read('terraform.tfstate'))).toMatchObject({
    resources: [{ instances: [{ schema_version: 1, attributes: { name: 'old' } }] }],
  });
});
