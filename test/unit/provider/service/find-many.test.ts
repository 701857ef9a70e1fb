import { expect, test } from 'vitest';
import type { Connection } from '../../../../provider/service/connection';
import { getMany } from '../../../../provider/service/find-many';

interface Named {
  readonly id: string;
  readonly name?: string;
  readonly project_id?: string;
}

/** The ids that are found among these records, in their order. */
async function idsOf(
  all: readonly Named[],
  config: { readonly name_regex?: string; readonly project_id?: string } = {},
  projectId?: string,
) {
  const { signal } = new AbortController();
  const request = {
    config: { name_regex: config.name_regex ?? null, project_id: config.project_id ?? null },
    connection: { projectId } as Connection,
    timeLimit: { signal },
  };
  const collection = { search: async (matches: (one: Named) => boolean) => all.filter(matches) };
  const found = await getMany<Named>(request as Parameters<typeof getMany>[0], collection, ({ name }) => name);
  return found.map(({ id }) => id);
}

const NAMED = [
  { id: '5' },
  { id: '4', name: '' },
  { id: '3', name: 'b' },
  { id: '2', name: 'b' },
  { id: '6', name: 'a' },
  { id: '1', name: 'B' },
];

test('objects come by name, then by id, in the order of code units; those without a name come last', async () => {
  const sorted = ['1', '6', '2', '3', '4', '5'];

  expect(await idsOf(NAMED)).toEqual(sorted);
  expect(await idsOf(NAMED.toReversed())).toEqual(sorted);
});

test.each([
  ['b', ['2', '3']],
  ['^[aB]$', ['1', '6']],
  ['', ['1', '6', '2', '3']],
  ['c', []],
])('no name matches no expression: %j finds %j', async (name_regex, ids) => {
  expect(await idsOf(NAMED, { name_regex })).toEqual(ids);
});

test('expressions are of the Unicode mode', async () => {
  expect(await idsOf([{ id: '1', name: '😀' }], { name_regex: '^.$' })).toEqual(['1']);
});

test.each<[project: string | undefined, ofProvider: string | undefined, ids: string[]]>([
  [undefined, undefined, ['1', '2', '3']],
  ['p', undefined, ['1', '3']],
  [undefined, 'q', ['2', '3']],
  ['p', 'q', ['1', '3']],
])('the project %s in place of the provider’s, %s, finds %j', async (project_id, projectId, ids) => {
  const all = [{ id: '1', project_id: 'p' }, { id: '2', project_id: 'q' }, { id: '3' }];

  expect(await idsOf(all, project_id === undefined ? {} : { project_id }, projectId)).toEqual(ids);
});
