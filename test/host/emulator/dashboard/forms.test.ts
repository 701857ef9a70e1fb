import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { fieldsOf } from './objects-support';
import { seedOf } from './seen';
import { visit } from './visitor';

type Fields = Readonly<Record<string, string | readonly string[]>>;

const stateOf = ({ inspect: stored, clock }: Emulator) =>
  inspect([stored.secrets(), stored.pullSecrets(), stored.buckets(), clock.now()], { depth: 9 });

/** The fields of a page beside which something is said to be wrong. */
const problemsOn = (page: string) =>
  [...page.matchAll(/<p class="problem" id="([^"]*)-problem">[^<]/g)].map(([, name = '']) => name);

test.each<[path: string, fields: Fields, kept: string, problems: readonly string[]]>([
  ['/secrets', { project_id: 'two', name: 'A b', value: '' }, 'A b', ['name', 'value']],
  ['/secrets/secret-1', { name: 'x y', value: 'v' }, 'x y', ['name']],
  ['/pull-secrets/pull-1', { server: 'kept', username: '', password: '' }, 'kept', ['username', 'password']],
  ['/buckets', { project_id: 'two', max_size: 'x', unit: 'MiB', description: 'kept' }, 'kept', ['max_size']],
  ['/buckets/bucket-0', { max_size: '0', unit: 'KiB', description: 'kept' }, 'kept', ['max_size']],
  ['/keys', { project_id: 'two', once: 'x', bucket_ids: ['bucket-0'] }, 'bucket-0" checked', ['permissions']],
  [
    '/keys',
    { project_id: 'one', once: 'x', bucket_ids: ['bucket-0'], permissions: ['read'] },
    'bucket-0" checked',
    ['bucket_ids'],
  ],
])(
  '%s with %j changes nothing, keeps what was entered, and says at each field what to change',
  async (path, fields, kept, problems) => {
    const { emulator, visitor } = await visit({ dialect: 'extended', projects: ['one', 'two'] });
    emulator.seedFrom(seedOf('two'));
    emulator.clock.freeze();
    const before = stateOf(emulator);

    const { status, text } = await visitor.post(path, fields);

    expect(status).toBe(422);
    expect(problemsOn(text)).toEqual(problems);
    for (const name of problems) {
      expect(text).toMatch(new RegExp(`name="${name}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]* id="${name}"`));
      expect(text).toContain(`<a href="#${name}">`);
    }
    expect(text).toContain(kept);
    expect(stateOf(emulator)).toBe(before);
    expect([emulator.inspect.accessKeys().length, emulator.faults.list()]).toEqual([3, []]);
  },
);

test.each<[path: string, shown: Fields, meanwhile: Fields, entered: Fields, saved: Fields, says: readonly string[]]>([
  [
    '/buckets/b-1',
    { max_size: '5', unit: 'GiB', description: 'before' },
    { max_size: '10', unit: 'GiB', description: 'theirs' },
    { max_size: '5', unit: 'GiB', description: 'mine' },
    { max_size: '10', unit: 'GiB', description: 'mine' },
    [
      'Quota was changed from “5 GiB” to “10 GiB” meanwhile. It has that value here now.',
      'Description was changed from “before” to “theirs” meanwhile. You entered “mine”.',
    ],
  ],
  [
    '/secrets/s-1',
    { name: 'before' },
    { name: 'theirs', value: 'x' },
    { name: 'mine', value: 'canary' },
    { name: 'mine' },
    ['Name was changed from “before” to “theirs” meanwhile. You entered “mine”.'],
  ],
  [
    '/settings/knobs',
    { 'knobs.takenName': 'conflict', 'knobs.pageSize': '2' },
    { 'knobs.takenName': 'accept' },
    { 'knobs.takenName': 'conflict', 'knobs.pageSize': '3' },
    { 'knobs.takenName': 'accept', 'knobs.pageSize': '3' },
    ['takenName was changed from “conflict” to “accept” meanwhile. It has that value here now.'],
  ],
])('%s: what another tab changed meanwhile is not undone, and what was typed is kept', async (path, ...row) => {
  const [shown, meanwhile, entered, saved, says] = row;
  const { emulator, visitor } = await visit({ dialect: 'extended', knobs: { pageSize: 2 } });
  emulator.seedFrom({
    buckets: [{ id: 'b-1', max_size: 5 * 2 ** 30, description: 'before' }],
    secrets: [{ id: 's-1', name: 'before', value: 'x' }],
  });
  const from = path.replace('/knobs', '');
  const shownOn = async () => fieldsOf((await visitor.get(from)).text, path).shown ?? [];
  const [opened = ''] = await shownOn();
  expect(JSON.parse(opened)).toMatchObject(shown);
  expect((await visitor.post(path, { ...meanwhile, shown: opened })).status).toBe(303);

  const refused = await visitor.post(path, { ...entered, shown: opened });

  expect(refused.status).toBe(409);
  expect(refused.text).toContain('nothing was saved');
  for (const each of says) expect(refused.text).toContain(each);
  expect(refused.text).not.toContain('canary');
  const [now = ''] = fieldsOf(refused.text, path).shown ?? [];
  const fieldOf = (name: string) =>
    new RegExp(`name="${name.replace('.', '\\.')}"[^>]* value="([^"]*)"`).exec(refused.text)?.[1] ??
    new RegExp(`name="${name.replace('.', '\\.')}".*?<option value="([^"]*)" selected`, 's').exec(refused.text)?.[1];
  for (const [name, value] of Object.entries(saved)) expect(fieldOf(name), name).toBe(value);
  expect((await visitor.post(path, { ...entered, ...saved, shown: now })).status).toBe(303);
  expect(JSON.parse((await shownOn())[0] ?? '')).toMatchObject(saved);
});

test('a quota is entered with its unit, too', async () => {
  const { emulator, visitor } = await visit();
  emulator.seedFrom({ buckets: [{ id: 'b-1', max_size: 1 }] });

  await visitor.post('/buckets/b-1', { max_size: '500 mib', unit: 'GiB', description: '' });
  const refused = await visitor.post('/buckets/b-1', { max_size: '5 parsecs', unit: 'GiB', description: '' });

  expect(emulator.inspect.buckets()[0]?.maxSize).toBe(500n * 2n ** 20n);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('value="5 parsecs"');
});
