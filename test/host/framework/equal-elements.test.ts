import { expect, it } from 'vitest';
import { listNested, setNested, string } from '../../../framework';
import { optional, required, schemaOf } from '../../unit/framework/definitions';
import { hostOf } from './host-of';

const rules = setNested({
  ...optional,
  attributes: { port: string(required), protocol: string({ default: 'tcp', description: '' }) },
});

const start = (attributes: object = { rules }) =>
  hostOf({
    schema: schemaOf(attributes as { rules: typeof rules }),
    create: async ({ plan }) => plan,
    update: async ({ plan }) => plan,
  });

it.each<[place: string, attributes: object, config: object]>([
  ['rules', { rules }, { rules: [{ port: '1' }, { port: '1', protocol: 'tcp' }, { port: '2' }] }],
  [
    'all[1].rules',
    { all: listNested({ ...optional, attributes: { rules } }) },
    { all: [{ rules: null }, { rules: [{ port: '1' }, { port: '1', protocol: 'tcp' }] }] },
  ],
])('two elements of a set that are equal with their defaults are an error at %s', async (place, attributes, config) => {
  const host = await start(attributes);

  const { kept, diagnostics } = await host.apply('demo_thing', config as never);

  expect(kept).toBeNull();
  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      detail: `Two elements of ${place} are the same, defaults included. Remove one of them, or give it another value.`,
    },
  ]);
});

it('elements of a set that differ in a default are planned', async () => {
  const host = await start();

  const differing = await host.plan('demo_thing', { rules: [{ port: '1' }, { port: '1', protocol: 'udp' }] });

  expect(differing.diagnostics).toEqual([]);
});
