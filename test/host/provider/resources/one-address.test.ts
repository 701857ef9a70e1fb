import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';

/** One object, one address (P51), in one process: what Terraform does with it is in `test/real/acceptance/one-address.test.ts`. */

let emulator: Emulator;
let bucketId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  ({ bucketId } = emulator.newBucket());
});
afterEach(() => emulator.stop());

const key = () => ({ bucket_ids: [bucketId], permissions: { read: true } });

const KINDS: readonly (readonly [type: string, config: () => ObjectValue])[] = [
  ['coffer_secret', () => ({ name: 'db', value_wo: 'v', value_wo_version: '1' })],
  ['coffer_bucket', () => ({ max_size: 1_000_000 })],
  ['coffer_access_key', key],
  ['coffer_rotating_access_key', () => ({ ...key(), rotation_trigger: { quarter: '1' }, overlap: '1h' })],
];

const summaries = (diagnostics: readonly { readonly summary: string }[]) => diagnostics.map(({ summary }) => summary);
const deletions = () => emulator.journal.requests({ method: 'DELETE' });

describe.each(KINDS)('P51: a %s', (type, config) => {
  async function made(): Promise<{ kept: Kept; id: string }> {
    const { kept } = await (await Host.start(emulator)).apply(type, config());
    return { kept: kept as Kept, id: String(kept?.state.id) };
  }

  it('that an address of this state holds is not imported to another one', async () => {
    const { kept, id } = await made();
    const host = await Host.start(emulator);
    await host.plan(type, config(), kept);

    const imported = await host.import(type, id);

    expect(imported.kept).toBeNull();
    expect(summaries(imported.diagnostics)).toEqual([expect.stringMatching(new RegExp(`"${id}" has two addresses`))]);
  });

  it('that is imported to one address is not deleted at another one', async () => {
    const { kept, id } = await made();
    const host = await Host.start(emulator);
    await host.import(type, id);

    const destroyed = await host.destroy(type, kept);

    expect(destroyed.kept).not.toBeNull();
    expect(summaries(destroyed.diagnostics)).toContainEqual(expect.stringMatching(/has two addresses/));
    expect(deletions()).toEqual([]);
  });

  it('that is imported may be deleted at that address, in the same process', async () => {
    const { id } = await made();
    const host = await Host.start(emulator);
    const { kept } = await host.import(type, id);

    const destroyed = await host.destroy(type, kept as Kept);

    expect(destroyed).toMatchObject({ kept: null, diagnostics: [] });
    expect(deletions()).not.toEqual([]);
  });
});

it('P51: a key that a rotation could not delete is not deleted once it is imported elsewhere', async () => {
  const type = 'coffer_rotating_access_key';
  const host = await Host.start(emulator);
  let kept: Kept | null = null;
  const undeleted = emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });
  for (const n of ['1', '2', '3']) kept = (await host.apply(type, { ...key(), rotation_trigger: { n } }, kept)).kept;
  undeleted.remove();
  const [id = ''] = ((kept as Kept | null)?.state.undeleted_ids ?? []) as string[];
  const other = await Host.start(emulator);
  await other.import('coffer_access_key', id);

  const destroyed = await other.destroy(type, kept as Kept);

  expect(summaries(destroyed.diagnostics)).toContainEqual(expect.stringMatching(/has two addresses/));
  expect(emulator.inspect.accessKeys().map((one) => one.id)).toContain(id);
});
