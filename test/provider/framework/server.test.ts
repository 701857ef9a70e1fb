import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../provider/framework/diagnostic';
import { path } from '../../../provider/framework/path';
import { UNKNOWN } from '../../../provider/framework/value';
import { configured, NO_BYTES, NOTHING, serve } from './demo-server';

describe('readResource', () => {
  it('answers null for what is gone', async () => {
    const server = await configured({ read: async () => undefined });

    const response = await server.readResource({
      typeName: 'demo_thing',
      state: { ...NOTHING, id: '1' },
      private: NO_BYTES,
    });

    expect(response.state).toBeNull();
  });

  it('keeps state and private state when reading fails', async () => {
    const server = await configured({ read: () => Promise.reject(new Error('no')) });
    const request = { typeName: 'demo_thing', state: { ...NOTHING, id: '1' }, private: new Uint8Array([123, 125]) };

    const response = await server.readResource(request);

    expect(response).toMatchObject({
      state: request.state,
      private: request.private,
      diagnostics: [{ severity: 'error' }],
    });
  });
});

describe('validateResourceConfig', () => {
  it('reports every problem at once, each with its path', () => {
    const server = serve({ validate: ({ diagnostics }) => diagnostics.error('Whole', 'As a whole.') });

    const { diagnostics } = server.validateResourceConfig({
      typeName: 'demo_thing',
      config: { name: 'bad', secret_wo: 'hush', id: null },
      writeOnlyAttributesAllowed: false,
    });

    expect(diagnostics.map(({ summary, path: at }) => [summary, at])).toEqual([
      ['Bad', path('name')],
      ['Write-only attribute not supported', path('secret_wo')],
      ['Whole', undefined],
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('hush');
  });

  it('leaves unknown values alone', () => {
    const { diagnostics } = serve().validateResourceConfig({
      typeName: 'demo_thing',
      config: { name: UNKNOWN, secret_wo: UNKNOWN, id: null },
      writeOnlyAttributesAllowed: true,
    });

    expect(diagnostics).toEqual([]);
  });
});

describe('upgradeResourceState', () => {
  const upgrade = (version: bigint, json: string | undefined) =>
    serve().upgradeResourceState({ typeName: 'demo_thing', version, json });

  it('reads a state of the current version', () => {
    expect(upgrade(1n, '{"name":"a","id":"1"}')).toEqual({
      state: { name: 'a', secret_wo: null, id: '1' },
      diagnostics: [],
    });
  });

  it('brings an older state to the current version', () => {
    expect(upgrade(0n, '{"title":"a","id":"1"}').state).toEqual({ name: 'a', secret_wo: null, id: '1' });
  });

  it('reads the state of an object that does not exist', () => {
    expect(upgrade(1n, 'null')).toEqual({ state: null, diagnostics: [] });
  });

  it.each([
    ['from before Terraform 0.12', 1n, undefined, 'State too old'],
    ['that is cut off', 1n, '{"name":', 'State not readable'],
    ['that is no JSON', 1n, '{"name":canary}', 'State not readable'],
    ['that is no object', 1n, '[]', 'State not readable'],
    ['with a value of another type', 1n, '{"name":["canary"]}', 'State not readable'],
  ])('refuses a state %s, and says what to do', (_name, version, json, summary) => {
    const { state, diagnostics } = upgrade(version, json);

    expect({ state, diagnostics }).toMatchObject({ state: undefined, diagnostics: [{ severity: 'error', summary }] });
    expect(diagnostics[0]?.detail).toMatch(/demo_thing.*terraform state rm/);
    expect(diagnostics[0]?.detail).not.toContain('canary');
  });
});

it('refuses a resource type that it does not have', () => {
  expect(() => serve().resourceType('demo_other')).toThrow('Unknown resource type');
});

describe('the plan of a destroy', () => {
  const prior = { name: 'x', secret_wo: null, id: '1' };
  const request = { typeName: 'demo_thing', prior, proposed: null, config: null, private: NO_BYTES };

  it('asks the resource, which may warn', async () => {
    const server = await configured({
      planDestroy: ({ state, diagnostics }) => diagnostics.warn('Mind', `${state.id} stays.`),
    });

    const { planned, diagnostics } = server.planResourceChange(request);

    expect(planned).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'warning', detail: '1 stays.' }]);
  });

  it('is an error when the resource refuses', async () => {
    const server = await configured({
      planDestroy: () => {
        throw new DiagnosticError('Refused', 'It is in use.');
      },
    });

    expect(server.planResourceChange(request).diagnostics).toMatchObject([{ severity: 'error', summary: 'Refused' }]);
  });
});
