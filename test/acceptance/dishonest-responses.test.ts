import { expect, it } from 'vitest';
import { shareAlteredEmulator } from '../support/altered-emulator';
import type { Alter, Passed, Reply } from '../support/altered-line';
import { Workspace } from '../support/workspace';
import { onOneTerraform } from './support/on-each-terraform';

/** Successes that are none, ids that stand elsewhere, and lists in other forms, with the real Terraform. */

const shared = shareAlteredEmulator();

const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const REFUSALS = {
  'success is false': { success: false, errors: [{ message: 'quota exceeded' }], result: null },
  'JSON:API errors': { errors: [{ id: 'err-9', detail: 'quota exceeded' }] },
};

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
const ADDRESSES = {
  '/secrets': 'coffer_secret.s',
  '/s3/buckets': 'coffer_bucket.b',
  '/s3/keys': 'coffer_access_key.k',
};

const NO_COLOR = ['-auto-approve', '-input=false', '-no-color'];

function start(terraform: string): Promise<Workspace> {
  const { token, projectId } = shared.emulator;
  return Workspace.create({ baseUrl: shared.line.baseUrl, token, projectId }, { terraform });
}

const counts = () => {
  const { inspect } = shared.emulator;
  return [inspect.secrets(), inspect.buckets(), inspect.accessKeys()].map((all) => all.length);
};

onOneTerraform('newest', (terraform) => {
  it.each(Object.entries(REFUSALS))(
    'P49: %s, said once to each request of a run: exit code 1, and nothing is lost',
    { timeout: 300_000 },
    async (_, body) => {
      await using workspace = await start(terraform);
      /** Runs the command while the first of these requests is refused. */
      const refused = async (call: string, ...command: readonly string[]) => {
        let left = 1;
        shared.line.intercept = (passed: Passed) => {
          const isMeant = passed.call === call || (call.endsWith('/') && passed.call.startsWith(call));
          return isMeant && left-- > 0 ? json(body) : undefined;
        };
        const { code, output } = await workspace.run([...command, ...NO_COLOR]);
        shared.line.straighten();
        expect(left, `${call} was not sent`).toBeLessThan(1);
        return { code, output: output.replace(/[\s│╷╵]+/g, ' ') };
      };
      const expectRefused = async (call: string, ...command: readonly string[]) => {
        const { code, output } = await refused(call, ...command);
        expect([call, code], output).toEqual([call, 1]);
        expect(output).toContain('quota exceeded');
      };

      await workspace.write(stack(1));
      for (const [path, address] of Object.entries(ADDRESSES)) {
        await expectRefused(`GET ${path}`, 'apply', `-target=${address}`);
        await expectRefused(`POST ${path}`, 'apply', `-target=${address}`);
        await workspace.apply(`-target=${address}`);
      }
      await workspace.apply();
      expect(counts()).toEqual([1, 1, 1]);

      await workspace.write(stack(2));
      await expectRefused('PUT /secrets', 'apply');
      await workspace.write(stack(3));
      await expectRefused('PUT /s3/buckets', 'apply');
      await workspace.apply();
      expect(shared.emulator.inspect.buckets()).toMatchObject([{ maxSize: 3000n }]);
      expect(await workspace.planActions()).toEqual({});

      for (const path of ['/s3/keys', '/s3/buckets', '/secrets']) {
        const before = (await workspace.state()).length;
        await expectRefused(`GET ${path}`, 'destroy');
        expect((await workspace.state()).length).toBe(before);
      }
      for (const [path, address] of Object.entries(ADDRESSES).toReversed()) {
        await expectRefused(`DELETE ${path}/`, 'destroy', `-target=${address}`);
        expect((await workspace.state()).map((one) => one.address)).toContain(address);
        await workspace.destroy(`-target=${address}`);
      }
      await workspace.destroy();
      expect(counts()).toEqual([0, 0, 0]);
    },
  );

  const onCreates =
    (change: (reply: Reply, path: string, id: string) => Reply): Alter =>
    ({ call }, reply) => {
      const [method, path = ''] = call.split(' ');
      if (method !== 'POST' || path === '/s3/keys') return reply;
      return change(reply, path, (JSON.parse(reply.body) as { id: string }).id);
    };
  const onLists =
    (change: (records: readonly object[], query: URLSearchParams) => Reply): Alter =>
    ({ call, query }, reply) =>
      call.startsWith('GET') ? change(JSON.parse(reply.body) as object[], new URLSearchParams(query)) : reply;

  it.each<[string, Alter]>([
    ['P40: created_by', onCreates(() => json({ message: 'created', created_by: { id: 'usr-7' } }, 201))],
    ['P40: an operation', onCreates(() => json({ operation: { id: 'op-1' } }, 202))],
    ['P40: Location', onCreates((reply, path, id) => ({ ...reply, headers: { location: `${path}/${id}` }, body: '' }))],
    ['P50: null', onLists((records) => json(records.length === 0 ? null : records))],
    ['P50: {"items": null}', onLists((records) => json({ items: records.length === 0 ? null : records }))],
    ['P50: 204', onLists((records) => (records.length === 0 ? { status: 204, headers: {}, body: '' } : json(records)))],
    [
      'P50: page numbers',
      onLists((records, query) => {
        const page = Number(query.get('page') ?? 1);
        return json({ items: records.slice(page - 1, page), page, total_pages: Math.max(1, records.length) });
      }),
    ],
  ])('%s: what is made is in state, and destroy removes it', { timeout: 120_000 }, async (_, alter) => {
    await using workspace = await start(terraform);
    shared.line.alter = alter;
    await workspace.write(`${stack(1)}
resource "coffer_secret" "other" {
  name     = "other"
  value_wo = "v"
}`);

    await workspace.apply();

    const ids = (await workspace.state()).map(({ values }) => (values as { id: string }).id).sort();
    const { inspect } = shared.emulator;
    const made = [inspect.secrets(), inspect.buckets(), inspect.accessKeys()].flat().map(({ id }) => id);
    expect(ids).toEqual(made.sort());
    expect(await workspace.planActions()).toEqual({});
    await workspace.destroy();
    expect(counts()).toEqual([0, 0, 0]);
  });
});
