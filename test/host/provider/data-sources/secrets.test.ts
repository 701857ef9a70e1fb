import { expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host } from '../../../support/host';

async function list(config: ObjectValue, names: readonly [name: string, project: string][]) {
  await using emulator = await Emulator.start({
    projects: ['one', 'two'],
    knobs: { secretFields: 'with_project', takenName: 'accept' },
  });
  const host = await Host.start(emulator);
  // At once: a name that a list shows is not made again.
  const make = ([name, project_id]: readonly [string, string]) =>
    host.apply('coffer_secret', { name, project_id, value_wo: 'canary' });
  await Promise.all(names.map(make));
  const { state, diagnostics } = await host.data('coffer_secrets', config);
  const secrets = (state?.secrets ?? []) as readonly ObjectValue[];
  return { state, diagnostics, secrets, names: secrets.map(({ name }) => name) };
}

const MADE: readonly [string, string][] = [
  ['web-b', 'one'],
  ['db', 'one'],
  ['web-a', 'one'],
  ['web-c', 'two'],
];

it("lists the secrets of the provider's project by name, without values", async () => {
  const { state, secrets, names } = await list({}, MADE);

  expect(names).toEqual(['db', 'web-a', 'web-b']);
  expect(state).toMatchObject({ name_regex: null, project_id: 'one' });
  expect(Object.keys(secrets[0] ?? {}).sort()).toEqual(['id', 'name', 'project_id']);
});

it.each([
  ['another project', { project_id: 'two' }, ['web-c']],
  ['an expression that matches the end', { name_regex: 'b$' }, ['db', 'web-b']],
  ['an anchored expression', { name_regex: '^web-' }, ['web-a', 'web-b']],
  ['an expression that matches nothing', { name_regex: '^nothing$' }, []],
])('%s', async (_case, config, expected) => {
  const { names, diagnostics } = await list(config, MADE);

  expect(diagnostics).toEqual([]);
  expect(names).toEqual(expected);
});

it('a malformed expression is an error at the attribute', async () => {
  const { diagnostics } = await list({ name_regex: '[a' }, []);

  expect(diagnostics).toMatchObject([
    { summary: 'Invalid value', path: [{ attribute: 'name_regex' }], detail: expect.stringContaining('[a') },
  ]);
});

it('an expression that a compiled provider could not begin with in time is an error at the attribute', async () => {
  const longest = '𝒳'.repeat(10_000);

  const { diagnostics } = await list({ name_regex: `${longest}.` }, []);

  expect((await list({ name_regex: longest }, [])).diagnostics).toEqual([]);
  expect(diagnostics).toMatchObject([
    { path: [{ attribute: 'name_regex' }], detail: 'It must have at most 10000 characters, and has 10001.' },
  ]);
});
