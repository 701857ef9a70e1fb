import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../../../framework/value';
import { shareSinks, TYPE } from './support';

const { bench, config } = shareSinks();

describe('validation and planning', () => {
  it.each([
    ['both', { secret_name: 'a', secret_id: 'b' }, 'Conflicting attributes', ['store_in', 'secret_id']],
    ['neither', {}, 'Missing secret', ['store_in']],
    ['a bad name', { secret_name: 'A_b' }, 'Invalid value', ['store_in', 'secret_name']],
    ['a bad format', { secret_name: 'a', format: 'yaml' }, 'Invalid value', ['store_in', 'format']],
  ])('refuses %s', (_name, store_in, summary, at) => {
    const { diagnostics } = bench.host.plan(TYPE, config(store_in as Record<string, string>));

    expect(diagnostics).toMatchObject([{ severity: 'error', summary, path: at.map((attribute) => ({ attribute })) }]);
  });

  it('accepts unknown values', () => {
    const { planned, diagnostics } = bench.host.plan(TYPE, {
      bucket_ids: UNKNOWN,
      permissions: { read: true },
      store_in: { secret_id: UNKNOWN },
    });

    expect(diagnostics).toEqual([]);
    expect(planned).toMatchObject({ secret_access_key: null, secret_id: UNKNOWN });
  });

  it('plans the known values: no secret half in state, and the id of the secret', () => {
    const { planned } = bench.host.plan(TYPE, config({ secret_id: 's' }));

    expect(planned).toMatchObject({ secret_access_key: null, secret_id: 's', store_in: { format: 'plain' } });
  });
});
