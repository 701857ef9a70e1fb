import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { compareVersions } from '../../../scripts/support/terraform';
import { type PlannedChange, Workspace } from '../../support/workspace';
import { onEach } from './on-each';
import { ADDRESSES, everyResource, forAll } from './resources';

const SEEN = 'data "coffer_secret" "seen" {\n  id = coffer_secret.it.id\n}\n';
const IMPORTS = (ids: Readonly<Record<string, string>>) =>
  Object.entries(ids)
    .map(([address, id]) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`)
    .join('');

const actionsOf = (changes: readonly PlannedChange[]) =>
  Object.fromEntries(changes.map(({ address, change }) => [address, change.actions.join(' ')]));

onEach('plans and state as JSON', ({ path, product, version }) => {
  it('F6: every kind of plan is shown: create, read, update, replace, destroy and import', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    await using workspace = await Workspace.create(emulator, { terraform: path });

    await workspace.write(everyResource() + SEEN);
    const created = await workspace.plan();
    expect(actionsOf(created.changes)).toEqual({ ...forAll('create'), 'data.coffer_secret.seen': 'read' });
    expect(created.changes.map(({ change }) => change.after_unknown.id)).toEqual(created.changes.map(() => true));
    expect(JSON.stringify(created.changes)).not.toContain('canary');
    await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin']);

    const state = await workspace.shown();
    const ids = Object.fromEntries(
      state.filter(({ address }) => ADDRESSES.includes(address)).map(({ address, values }) => [address, values.id]),
    ) as Record<string, string>;
    expect(Object.keys(ids).sort()).toEqual([...ADDRESSES].sort());
    expect(JSON.stringify(state)).not.toContain('canary');
    if (product === 'Terraform' && compareVersions(version, '1.12.0') >= 0) {
      const identities = Object.fromEntries(state.map(({ address, identity }) => [address, identity?.id]));
      expect(identities).toEqual({ ...ids, 'data.coffer_secret.seen': undefined });
    }

    await workspace.write(everyResource({ name: 'two', size: 2000, version: '2', write: true }) + SEEN);
    expect(actionsOf((await workspace.plan()).changes)).toMatchObject({
      ...forAll('update'),
      'coffer_access_key.it': 'delete create',
    });

    const replaced = await workspace.plan(...ADDRESSES.map((address) => `-replace=${address}`));
    expect(actionsOf(replaced.changes)).toMatchObject(forAll('delete create'));

    expect(actionsOf((await workspace.plan('-destroy')).changes)).toMatchObject(forAll('delete'));

    for (const address of ADDRESSES) await workspace.must(['state', 'rm', address]);
    await workspace.write(everyResource() + IMPORTS(ids));
    const { changes } = await workspace.plan();
    expect(Object.fromEntries(changes.map(({ address, change }) => [address, change.importing?.id]))).toEqual(ids);
  });
});
