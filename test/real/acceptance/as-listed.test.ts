import { expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

/** Services that list a value in another form than the one that was sent, with the real Terraform and OpenTofu. */

const stack = (size: number, description: string, trigger: string) => `
resource "coffer_bucket" "b" {
  max_size    = ${size}
  description = <<-EOT
    ${description}
  EOT
}
resource "coffer_access_key" "owner" {
  bucket_ids  = [coffer_bucket.b.id]
  permissions = { owner = true }
}
resource "coffer_rotating_access_key" "writer" {
  bucket_ids       = [coffer_bucket.b.id]
  permissions      = { write = true }
  rotation_trigger = { on = "${trigger}" }
}`;

onEachTerraform('values in the service’s own form', (terraform) => {
  it.each<[string, EmulatorOptions['knobs']]>([
    [
      'permissions that imply others, and a trimmed description',
      { listedPermissions: 'both', descriptions: 'trimmed' },
    ],
    ['other permissions, and a clipped description', { listedPermissions: 'without_owner', descriptions: 'clipped' }],
  ])('P41: %s are no difference, and a rotated key keeps the previous one', { timeout: 300_000 }, async (_, knobs) => {
    await using emulator = await Emulator.start({ knobs });
    await using workspace = await Workspace.create(emulator, { terraform });
    const text = 'The bucket of the shop, whose description is rather long.';
    const keys = () => emulator.inspect.accessKeys().map(({ id }) => id);

    await workspace.write(stack(1000, text, '1'));
    await workspace.apply();
    const made = keys();
    expect(await workspace.planActions()).toEqual({});
    await workspace.write(stack(2000, `Another: ${text}`, '2'));
    await workspace.apply();
    const rotated = keys();
    expect(await workspace.planActions()).toEqual({});
    await workspace.apply();

    expect(rotated).toHaveLength(3);
    expect(rotated).toEqual(expect.arrayContaining(made));
    expect(keys()).toEqual(rotated);
    await workspace.destroy();
    expect([...keys(), ...emulator.inspect.buckets()]).toEqual([]);
  });

  it('P53: a key that is listed as deleted is replaced, and everything can be destroyed', {
    timeout: 300_000,
  }, async () => {
    await using emulator = await Emulator.start({
      knobs: { deletedObjects: 'deleted_at' },
      lag: { deletedShown: 1_000_000 },
    });
    await using workspace = await Workspace.create(emulator, { terraform });
    await workspace.write(stack(1000, 'short', '1'));
    await workspace.apply();
    const [id] = (await workspace.state())
      .filter(({ type }) => type === 'coffer_access_key')
      .map((one) => one.values.id);
    const headers = { authorization: `Bearer ${emulator.token}` };
    await fetch(`${emulator.baseUrl}/s3/keys/${id}`, { method: 'DELETE', headers });

    expect(await workspace.planActions()).toEqual({ 'coffer_access_key.owner': 'replace' });
    await workspace.apply();

    expect(await workspace.planActions()).toEqual({});
    expect(emulator.inspect.accessKeys()).toHaveLength(2);
    await workspace.destroy();
    expect([...emulator.inspect.accessKeys(), ...emulator.inspect.buckets()]).toEqual([]);
  });
});
