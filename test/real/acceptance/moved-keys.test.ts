import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

const NAMES = ['plain', 'stored'] as const;
const OTHER = { coffer_access_key: 'coffer_rotating_access_key', coffer_rotating_access_key: 'coffer_access_key' };

/** Two keys of a type, with the blocks that move them from the other type. */
const configuration = (type: keyof typeof OTHER, { trigger = '1', moves = false, overlap = '' } = {}) => `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
${NAMES.map(
  (name) => `
  resource "${type}" "${name}" {
    bucket_ids       = [coffer_bucket.b.id]
    permissions      = { read = true }
    rotation_trigger = { trigger = "${trigger}" }
    ${name === 'stored' ? 'store_in = { secret_name = "stored" }' : ''}
    ${overlap}
  }
  ${moves ? `moved {\n    from = ${OTHER[type]}.${name}\n    to   = ${type}.${name}\n  }` : ''}`,
).join('')}
`;

onEachTerraform('moved keys', (terraform) => {
  it('a moved block makes a key a rotating one and back: the key stays, nothing is sent, and the plan is empty', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform });
    const keyOf = ({ id, access_key_id, secret_access_key }: Record<string, unknown>) => ({
      ...{ id, access_key_id, secret_access_key },
    });
    const written = () => emulator.journal.requests().filter(({ method }) => method !== 'GET');
    const retiring = { trigger: '2', overlap: 'overlap = "0s"' };
    await workspace.write(configuration('coffer_access_key'));
    await workspace.apply();
    const before = await workspace.resource('coffer_access_key.plain');
    emulator.journal.clear();

    await workspace.write(configuration('coffer_rotating_access_key', { moves: true }));
    const { stdout } = await workspace.apply();
    expect(stdout).not.toContain(before.secret_access_key);
    const after = await workspace.resource('coffer_rotating_access_key.plain');
    expect(stdout).toContain('0 added, 0 changed, 0 destroyed');
    expect([written(), after.previous]).toEqual([[], null]);
    expect(keyOf(after.current as Record<string, unknown>)).toEqual(keyOf(before));

    // While a previous key works the resource cannot move back; the error names the reason.
    await workspace.write(configuration('coffer_rotating_access_key', retiring));
    await workspace.must(['apply', '-auto-approve', '-input=false'], { withoutPlan: 'the previous keys retire next' });
    emulator.journal.clear();
    await workspace.write(configuration('coffer_access_key', { trigger: '2', moves: true }));
    const refused = await workspace.run(['plan', '-input=false', '-no-color']);
    expect(refused.code).toBe(1);
    expect(refused.output).not.toContain(before.secret_access_key);
    expect(refused.output).toContain('Error: Rotation not finished');
    expect(refused.output.replace(/[│\s]+/g, ' ')).toContain(
      `its previous key ${JSON.stringify(before.id)} still works`,
    );
    expect(written()).toEqual([]);

    await workspace.write(configuration('coffer_rotating_access_key', retiring));
    await workspace.apply();
    const rotated = await workspace.resource('coffer_rotating_access_key.plain');
    emulator.journal.clear();
    await workspace.write(configuration('coffer_access_key', { trigger: '2', moves: true }));
    await workspace.apply();
    expect(keyOf(await workspace.resource('coffer_access_key.plain'))).toEqual(
      keyOf(rotated.current as Record<string, unknown>),
    );
    expect([written(), emulator.inspect.accessKeys().length]).toEqual([[], 2]);
  });
});
