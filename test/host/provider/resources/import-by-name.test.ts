import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import { Diagnostics } from '../../../../framework/diagnostic';
import { unlimited } from '../../../../framework/schema/timeouts';
import { idToImport } from '../../../../provider/resources/import-by-name';
import { Host } from '../../../support/host';
import { connectHost } from '../support/in-process';

/** An emulator with two projects for one token; the first is the provider's. */
async function start() {
  const emulator = await Emulator.start({
    projects: ['one', 'two'],
    knobs: { secretFields: 'with_project', takenName: 'accept' },
  });
  const host = await Host.start(emulator, { rereads: false });
  const make = async (name: string, project_id: string) => {
    const { kept } = await host.apply('coffer_secret', { name, project_id, value_wo: 'canary' });
    return String(kept?.state.id);
  };
  return { emulator, host, make, [Symbol.asyncDispose]: () => emulator.stop() };
}

describe('import by name', () => {
  it('finds a secret of the provider’s project by "name:" and its name', async () => {
    await using service = await start();
    const id = await service.make('db', 'one');
    await service.make('db', 'two');

    const { kept, diagnostics } = await service.host.import('coffer_secret', 'name:db');

    expect(diagnostics).toEqual([]);
    expect(kept?.state).toMatchObject({ id, name: 'db', project_id: 'one' });
  });

  it('finds a bucket by "alias:" and its alias', async () => {
    await using service = await start();
    const { kept: made } = await service.host.apply('coffer_bucket', { max_size: 1n });

    const { kept } = await service.host.import('coffer_bucket', `alias:${made?.state.alias}`);

    expect(kept?.state).toMatchObject({ id: made?.state.id, alias: made?.state.alias, max_size: 1n });
  });

  it('takes a plain id without a list of its own', async () => {
    await using service = await start();
    const id = await service.make('db', 'two');
    service.emulator.journal.clear();

    const { kept } = await service.host.import('coffer_secret', id);

    expect(kept?.state).toMatchObject({ id, name: 'db' });
    expect(service.emulator.journal.count({})).toBe(1);
  });

  it('an identity with a name is refused, and the error names the argument for it', async () => {
    await using service = await start();
    await service.make('db', 'one');
    const host = await connectHost(service.emulator);

    const { kept, diagnostics } = await host.import('coffer_secret', { id: 'name:db' });

    expect(kept).toBeNull();
    expect(diagnostics).toMatchObject([
      { summary: 'No such identity', detail: expect.stringContaining('give the import block id = "name:db" instead') },
    ]);
  });

  it('P9: a name of two objects is an error with all ids', async () => {
    await using service = await start();
    const ids = [await service.make('db', 'one'), await service.make('db', 'one')];

    const { kept, diagnostics } = await service.host.import('coffer_secret', 'name:db');

    expect(kept).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'More than one secret' }]);
    const named = ids.map((id) => `"${id}"`).sort();
    expect(diagnostics[0]?.detail).toBe(
      `The service lists 2 objects where one was expected: secret with name "db" in project "one". Their ids are ${named.join(', ')}. Import the ` +
        'intended one by its id.',
    );
  });

  it.each([
    ['coffer_secret', 'name:db', 'No such secret', 'no secret with name "db" in project "one"'],
    ['coffer_secret', 'name:', 'No such secret', 'no secret with name "" in project "one"'],
    ['coffer_bucket', 'alias:uploads', 'No such bucket', 'no bucket with alias "uploads" in project "one"'],
  ])('%s %s that does not exist is an error', async (type, id, summary, detail) => {
    await using service = await start();

    const { kept, diagnostics } = await service.host.import(type, id);

    expect(kept).toBeNull();
    const by = type === 'coffer_secret' ? 'name' : 'alias';
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        summary,
        detail: `The service lists ${detail}. Check the ${by}, the provider's project, and whether the token may see it; or import by id.`,
      },
    ]);
  });

  it('an object whose id equals the text takes precedence over one with that name', async () => {
    const records = [
      { id: '1', name: 'db' },
      { id: 'name:db', name: 'other' },
    ];
    const collection = {
      search: async (matches: (record: { id: string; name: string }) => boolean) => records.filter(matches),
    };
    const request = {
      id: 'name:db',
      connection: { projectId: undefined },
      signal: new AbortController().signal,
      diagnostics: new Diagnostics(),
      timeLimit: unlimited(0, new AbortController().signal),
    };

    expect(await idToImport(request, collection, { noun: 'secret', by: 'name' })).toBe('name:db');
  });
});
