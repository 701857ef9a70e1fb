import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
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
    expect(diagnostics[0]?.detail).toContain(`Their ids are ${named.join(', ')}.`);
  });

  it.each([
    ['coffer_secret', 'name:db', 'No such secret', 'no secret with name "db" in project "one"'],
    ['coffer_bucket', 'alias:uploads', 'No such bucket', 'no bucket with alias "uploads" in project "one"'],
  ])('%s %s that does not exist is an error', async (type, id, summary, detail) => {
    await using service = await start();

    const { kept, diagnostics } = await service.host.import(type, id);

    expect(kept).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'error', summary, detail: expect.stringContaining(detail) }]);
  });
});
