import { describe, expect, it } from 'vitest';
import { requiresReplace, string, UNKNOWN } from '../../../framework';
import { required, schemaOf } from '../../unit/framework/definitions';
import { hostOf } from './host-of';

const part = string({ ...required, planModifiers: [requiresReplace()] });

/** A host of a resource with this identity, and the objects that it has made. */
async function start(identity: string | readonly string[], handlers: object = {}) {
  const made: unknown[] = [];
  const create = async ({ plan }: { readonly plan: object }) => {
    made.push(plan);
    return plan as never;
  };
  const schema = schemaOf({ user: part, name: part });
  return { made, host: await hostOf({ schema, create }, { identity, ...handlers }) };
}

const refused = (detail: string, attribute: string) => [
  { severity: 'error', summary: 'Empty identity', detail, path: [{ attribute }] },
];

describe('an object whose identity is empty', () => {
  it.each<[identity: string | readonly string[], config: { user: string; name: string }, detail: string]>([
    ['name', { user: 'u', name: '' }, 'name identifies the object, and is empty. Give it a value.'],
    [
      ['name', 'user'],
      { user: '', name: '' },
      'name and user identify the object, and all of them are empty. Give one of them a value.',
    ],
  ])('is refused before anything is made: %j', async (identity, config, detail) => {
    const { host, made } = await start(identity);

    const { kept, diagnostics } = await host.apply('demo_thing', config);

    expect(kept).toBeNull();
    expect(diagnostics).toEqual(refused(detail, 'name'));
    expect(made).toEqual([]);
  });

  it('is refused when that is known', async () => {
    const { host, made } = await start('name');
    const plan = await host.plan('demo_thing', { user: 'u', name: UNKNOWN });

    const { kept, diagnostics } = await host.apply('demo_thing', { user: 'u', name: '' }, null, { plan });

    expect({ kept, made, errors: diagnostics.length }).toEqual({ kept: null, made: [], errors: 1 });
  });

  it('is refused if the provider plans it', async () => {
    const modifyPlan = ({ set }: { set(name: string, value: string): void }) => set('name', '');
    const { host } = await start('name', { modifyPlan });

    const { diagnostics } = await host.server.planResourceChange({
      typeName: 'demo_thing',
      prior: null,
      proposed: { user: 'u', name: 'n' },
      config: { user: 'u', name: 'n' },
      private: new Uint8Array(),
    });

    expect(diagnostics).toEqual(refused('name identifies the object, and is empty. Give it a value.', 'name'));
  });

  it('may have an empty part', async () => {
    const { host } = await start(['user', 'name']);

    expect((await host.apply('demo_thing', { user: 'u', name: '' })).kept?.identity).toEqual({ user: 'u', name: '' });
  });
});
