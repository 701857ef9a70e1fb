import { describe, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import { UNKNOWN } from '../../../../framework/values/value';
import { Host } from '../../../support/host';

/** Two projects with one token; lists include the project, and duplicate names are accepted. */
const TWO_PROJECTS: EmulatorOptions = {
  projects: ['one', 'two'],
  knobs: { secretFields: 'with_project', takenName: 'accept' },
};

/** Creates secrets and looks one up. */
async function lookUp(
  made: readonly [name: string, project: string][],
  config: (ids: readonly string[]) => Record<string, string>,
  options: EmulatorOptions = TWO_PROJECTS,
) {
  await using emulator = await Emulator.start(options);
  const host = await Host.start(emulator);
  // At once: a name that a list shows is not made again.
  const ids = await Promise.all(
    made.map(async ([name, project_id]) => {
      const { kept } = await host.apply('coffer_secret', { name, project_id, value_wo: 'canary' });
      return String(kept?.state.id);
    }),
  );
  emulator.journal.clear();
  const { state, diagnostics } = await host.data('coffer_secret', config(ids));
  return { ids, state, diagnostics, lists: emulator.journal.count({ operation: 'listSecrets' }) };
}

describe('coffer_secret', () => {
  it.each([
    ['its name', () => ({ name: 'a' })],
    ['its id', ([id]: readonly string[]) => ({ id: String(id) })],
  ])('is found by %s, without its value', async (_by, config) => {
    const { ids, state, diagnostics } = await lookUp(
      [
        ['a', 'one'],
        ['b', 'one'],
      ],
      config,
    );

    expect(diagnostics).toEqual([]);
    expect(state).toEqual({ id: ids[0], name: 'a', project_id: 'one', timeouts: null });
  });

  it("P9: a name is looked for in the provider's project, or in the one that is configured", async () => {
    const made: [string, string][] = [
      ['a', 'one'],
      ['a', 'two'],
    ];

    const ofProvider = await lookUp(made, () => ({ name: 'a' }));
    const configured = await lookUp(made, () => ({ name: 'a', project_id: 'two' }));

    expect(ofProvider.state).toMatchObject({ id: ofProvider.ids[0], project_id: 'one' });
    expect(configured.state).toMatchObject({ id: configured.ids[1], project_id: 'two' });
  });

  it('an id is found in any project, unless one is configured', async () => {
    const anywhere = await lookUp([['a', 'two']], ([id]) => ({ id: String(id) }));
    const elsewhere = await lookUp([['a', 'two']], ([id]) => ({ id: String(id), project_id: 'one' }));

    expect(anywhere.state).toMatchObject({ name: 'a', project_id: 'two' });
    expect(elsewhere.diagnostics).toMatchObject([
      {
        summary: 'No such secret',
        detail: expect.stringContaining(`no secret with id "${elsewhere.ids[0]}" in project "one"`),
        path: [{ attribute: 'id' }],
      },
    ]);
  });

  it('P9: a name of two secrets is an error with all ids', async () => {
    const { ids, state, diagnostics } = await lookUp(
      [
        ['a', 'one'],
        ['a', 'one'],
      ],
      () => ({ name: 'a' }),
    );

    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ summary: 'More than one secret', path: [{ attribute: 'name' }] }]);
    const named = ids.map((id) => `"${id}"`).sort();
    expect(diagnostics[0]?.detail).toContain(`Their ids are ${named.join(', ')}.`);
  });

  it('P7: a name is looked for in one list', async () => {
    const { state, diagnostics, lists } = await lookUp([], () => ({ name: 'a' }));

    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ summary: 'No such secret', path: [{ attribute: 'name' }] }]);
    expect(lists).toBe(1);
  });

  it('a record without a project belongs to the configured one', async () => {
    const plain = { ...TWO_PROJECTS, knobs: {} };

    const { ids, state } = await lookUp([['a', 'one']], () => ({ name: 'a', project_id: 'two' }), plain);

    expect(state).toEqual({ id: ids[0], name: 'a', project_id: 'two', timeouts: null });
  });

  it.each([
    ['neither id nor name', {}, 'Missing id', 'id'],
    ['both', { id: '1', name: 'a' }, 'Conflicting attributes', 'name'],
    ['an empty name', { name: '' }, 'Invalid value', 'name'],
  ])('%s is an error before any request', async (_case, config, summary, attribute) => {
    const { diagnostics, lists } = await lookUp([], () => config as Record<string, string>);

    expect(diagnostics).toMatchObject([{ summary, path: [{ attribute }] }]);
    expect(lists).toBe(0);
  });

  it('F2: an unknown provider configuration is an error that names the unknown arguments', async () => {
    await using emulator = await Emulator.start();
    const host = await Host.start(emulator, { settings: { token: UNKNOWN } });

    const { diagnostics } = await host.data('coffer_secret', { name: 'a' });

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Provider configuration not known' }]);
    expect(diagnostics[0]?.detail).toContain('token');
  });
});
