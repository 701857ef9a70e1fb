import { expect, it } from 'vitest';
import { defineDataSource } from '../../../framework/data-source';
import { gone } from '../../../framework/resource';
import { list, singleNested, string } from '../../../framework/schema/attributes';
import { computed, optional, required, schemaOf } from '../../unit/framework/definitions';
import { hostOf } from './host-of';

const attributes = {
  name: string(required),
  address: string(computed),
  parts: singleNested({ ...optional, attributes: { size: string(optional), key: string(computed) } }),
  tags: list({ ...computed, elementType: 'string' }),
};

/** Handlers as an author writes them who takes the plan for the whole state. */
const start = (handlers: object = {}) =>
  hostOf(
    {
      schema: schemaOf(attributes),
      create: async ({ plan }) => ({ ...plan, address: '10.0.0.1', tags: [], parts: null }),
      update: async ({ plan }) => plan as never,
    },
    handlers,
    { parts: { dataSources: [find] } },
  );
const find = defineDataSource({
  typeName: 'thing',
  schema: schemaOf({ name: string(required), address: string(computed) }),
  read: async ({ config }) => config as never,
});

const told = (diagnostics: readonly { readonly detail: string }[]) => diagnostics.map(({ detail }) => detail);

it('F10: an update that leaves a computed attribute undecided is an error that names it, and its value stays', async () => {
  const host = await start();
  const { kept } = await host.apply('demo_thing', { name: 'a' });

  const updated = await host.apply('demo_thing', { name: 'b' }, kept);

  expect(told(updated.diagnostics)).toEqual([
    expect.stringMatching(/^The update of demo_thing returned a result whose address cannot be kept: it is missing\./),
    expect.stringMatching(/whose tags cannot be kept: it is missing\./),
  ]);
  expect(updated.kept?.state).toMatchObject({ name: 'b', address: '10.0.0.1', tags: [] });
});

it('F10: a create that leaves a part of a nested object undecided is an error, and null is a decision', async () => {
  const host = await start({
    create: async ({ plan }: { plan: object }) => ({ ...plan, address: null, tags: [] }),
  });

  const { kept, diagnostics } = await host.apply('demo_thing', { name: 'a', parts: { size: 's' } });

  expect(told(diagnostics)).toEqual([expect.stringMatching(/whose parts\.key cannot be kept: it is missing\./)]);
  expect(kept?.state).toMatchObject({ address: null, parts: { size: 's', key: null } });
});

it('F10: a data source that leaves a computed attribute undecided is an error', async () => {
  const host = await start();

  const { diagnostics } = await host.data('demo_thing', { name: 'a' });

  expect(told(diagnostics)).toEqual([expect.stringMatching(/whose address cannot be kept: it is missing\./)]);
});

it('F10: what is saved before the end may leave open what is decided later, and must fit', async () => {
  const create = async ({ plan, save }: { plan: object; save: (state: object) => void }) => {
    save(plan);
    save({ ...plan, address: 5 });
    return { ...plan, address: '10.0.0.1', tags: [] };
  };
  const host = await start({ create });

  const { kept, diagnostics } = await host.apply('demo_thing', { name: 'a' });

  expect(told(diagnostics)).toEqual([expect.stringMatching(/whose address cannot be kept: it is not a string\./)]);
  expect(kept?.state.address).toBe('10.0.0.1');
});

it.each([undefined, null])('F10: a read that returns %s is an error, and the state stays', async (nothing) => {
  const host = await start({ read: async () => nothing });
  const { kept } = await host.apply('demo_thing', { name: 'a' });

  const read = await host.refresh('demo_thing', kept as never);

  expect(told(read.diagnostics)).toEqual([
    expect.stringMatching(/^The read of demo_thing returned (undefined|null), .* or `gone` for an object/),
  ]);
  expect(read.kept?.state).toEqual(kept?.state);
});

it('F10: only a read that returns gone says that the object is gone', async () => {
  let isThere = true;
  const host = await start({ read: async ({ state }: { state: object }) => (isThere ? state : gone) });
  const { kept } = await host.apply('demo_thing', { name: 'a' });
  isThere = false;

  expect(await host.refresh('demo_thing', kept as never)).toEqual({ kept: null, diagnostics: [] });
});

it.each(['create', 'update'])('F10: a %s that returns gone is one error', async (handler) => {
  const host = await start();
  const kept = handler === 'update' ? (await host.apply('demo_thing', { name: 'a' })).kept : null;
  const failing = await start({ [handler]: async () => gone });

  const { diagnostics } = await failing.apply('demo_thing', { name: 'b' }, kept);

  expect(told(diagnostics)).toEqual([
    expect.stringContaining(`The ${handler} of demo_thing returned \`gone\`, which only a read returns.`),
  ]);
});
