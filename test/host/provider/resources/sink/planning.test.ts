import { describe, expect, it } from 'vitest';
import { path } from '../../../../../framework/values/path';
import { UNKNOWN } from '../../../../../framework/values/value';
import { shareSinks, TYPE } from './support';

const { bench, config } = shareSinks();

describe('validation and planning', () => {
  it.each([
    ['an empty id', { secret_id: '' }, 'Invalid value', ['store_in', 'secret_id']],
    ['a bad name', { secret_name: 'A_b' }, 'Invalid value', ['store_in', 'secret_name']],
    ['a bad format', { secret_name: 'a', format: 'yaml' }, 'Invalid value', ['store_in', 'format']],
  ])('refuses %s', async (_name, store_in, summary, at) => {
    const { diagnostics } = await bench.host.plan(TYPE, config(store_in as Record<string, string>));

    expect(diagnostics).toMatchObject([{ severity: 'error', summary, path: at.map((attribute) => ({ attribute })) }]);
  });

  it.each([
    [
      { secret_name: 'a', secret_id: 'b' },
      'Conflicting attributes',
      'Set secret_name or secret_id, not both.',
      path('store_in', 'secret_id'),
    ],
    [
      {},
      'Missing secret',
      'Set secret_name for a secret that is created and destroyed with the key, or secret_id for an existing secret.',
      path('store_in'),
    ],
  ])('refuses what names no single secret: %j', async (store_in, summary, detail, at) => {
    expect((await bench.host.plan(TYPE, config(store_in as Record<string, string>))).diagnostics).toEqual([
      { severity: 'error', summary, detail, path: at },
    ]);
  });

  it.each([
    { secret_name: UNKNOWN },
    { secret_id: UNKNOWN },
    { secret_name: UNKNOWN, secret_id: 'b' },
    { secret_name: 'a', secret_id: UNKNOWN },
  ])('accepts what may name a single secret: %j', async (store_in) => {
    expect((await bench.host.plan(TYPE, { ...config(null), store_in })).diagnostics).toEqual([]);
  });
});
