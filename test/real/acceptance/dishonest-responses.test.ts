import { expect, it } from 'vitest';
import type { Operation } from '../../../contract';
import { Emulator, type EmulatorOptions } from '../../../emulator';
import { sampled } from '../../support/dice';
import { Workspace } from '../../support/workspace';
import { onOneTerraform } from './support/on-each-terraform';

/** Successes that are none, ids that stand elsewhere, and lists in other forms, with the real Terraform. */

const stack = (version: number) => `
resource "coffer_secret" "s" {
  name             = "db"
  value_wo         = "v-${version}"
  value_wo_version = ${version}
}
resource "coffer_bucket" "b" {
  max_size = ${1000 * version}
}
resource "coffer_access_key" "k" {
  bucket_ids  = [coffer_bucket.b.id]
  permissions = { read = true }
}`;

/** In the order in which they are made. */
const KINDS = [
  { name: 'Secret', lists: 'listSecrets', address: 'coffer_secret.s' },
  { name: 'Bucket', lists: 'listBuckets', address: 'coffer_bucket.b' },
  { name: 'AccessKey', lists: 'listAccessKeys', address: 'coffer_access_key.k' },
] as const;

const NO_COLOR = ['-auto-approve', '-input=false', '-no-color'];

const counts = ({ inspect }: Emulator) =>
  [inspect.secrets(), inspect.buckets(), inspect.accessKeys()].map((all) => all.length);

onOneTerraform('newest', (terraform) => {
  it.each(
    sampled('refusals with Terraform', ['success_false', 'ok_false', 'ok_error', 'ok_jsend', 'ok_errors'] as const, 2),
  )(
    'P49: %s, said once to each request of a run: exit code 1, and nothing is lost',
    { timeout: 300_000 },
    async (errorBody) => {
      await using emulator = await Emulator.start({ knobs: { errorBody } });
      await using workspace = await Workspace.create(emulator, { terraform });
      /** Runs the command while the first request of an operation is refused. */
      const expectRefused = async (operation: Operation, ...command: readonly string[]) => {
        emulator.faults.add({ operation, status: 422, times: 1 });
        const { code, output } = await workspace.run([...command, ...NO_COLOR]);
        expect(emulator.faults.unmet(), `${operation} was not sent`).toEqual([]);
        expect([operation, code], output).toEqual([operation, 1]);
        expect(output.replace(/[\s│╷╵]+/g, ' ')).toContain('A fault was injected here');
      };

      await workspace.write(stack(1));
      for (const { name, lists, address } of KINDS) {
        await expectRefused(lists, 'apply', `-target=${address}`);
        await expectRefused(`create${name}`, 'apply', `-target=${address}`);
        await workspace.apply(`-target=${address}`);
      }
      await workspace.apply();
      expect(counts(emulator)).toEqual([1, 1, 1]);

      await workspace.write(stack(2));
      await expectRefused('updateSecret', 'apply');
      await workspace.write(stack(3));
      await expectRefused('updateBucket', 'apply');
      await workspace.apply();
      expect(emulator.inspect.buckets()).toMatchObject([{ maxSize: 3000n }]);
      expect(await workspace.planActions()).toEqual({});

      for (const { lists } of KINDS) {
        const before = (await workspace.state()).length;
        await expectRefused(lists, 'destroy');
        expect((await workspace.state()).length).toBe(before);
      }
      for (const { name, address } of KINDS.toReversed()) {
        await expectRefused(`delete${name}`, 'destroy', `-target=${address}`);
        expect((await workspace.state()).map((one) => one.address)).toContain(address);
        await workspace.destroy(`-target=${address}`);
      }
      await workspace.destroy();
      expect(counts(emulator)).toEqual([0, 0, 0]);
    },
  );

  it.each<[string, EmulatorOptions['knobs']]>([
    ['P40: created_by', { writeResponse: 'created_by', bucketResponse: 'created_by' }],
    ['P40: an operation', { writeResponse: 'operation', bucketResponse: 'operation' }],
    ['P40: Location', { writeResponse: 'location', bucketResponse: 'location' }],
    ['P50: null', { emptyList: 'null' }],
    ['P50: {"buckets": null}', { emptyList: 'null', listShape: 'envelope_named' }],
    ['P50: 204', { emptyList: 'no_content' }],
    ['P50: page numbers', { listShape: 'envelope_pages', pageSize: 1 }],
  ])('%s: what is made is in state, and destroy removes it', { timeout: 120_000 }, async (_, knobs) => {
    await using emulator = await Emulator.start({ knobs });
    await using workspace = await Workspace.create(emulator, { terraform });
    await workspace.write(`${stack(1)}
resource "coffer_secret" "other" {
  name     = "other"
  value_wo = "v"
}`);

    await workspace.apply();

    const ids = (await workspace.state()).map(({ values }) => (values as { id: string }).id).sort();
    const { inspect } = emulator;
    const made = [inspect.secrets(), inspect.buckets(), inspect.accessKeys()].flat().map(({ id }) => id);
    expect(ids).toEqual(made.sort());
    expect(await workspace.planActions()).toEqual({});
    await workspace.destroy();
    expect(counts(emulator)).toEqual([0, 0, 0]);
  });
});
