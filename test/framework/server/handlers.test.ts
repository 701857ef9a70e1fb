import { describe, expect, it } from 'vitest';
import { path, UNKNOWN } from '../../../framework';
import { Diagnostics } from '../../../framework/diagnostic';
import { Configuration } from '../../../framework/server/configuration';
import { handling } from '../../../framework/server/operation';
import type { ProviderServer } from '../../../framework/server/provider-server';
import { DEMO } from '../definitions';
import { BROKEN, configured, creation, ENVIRONMENT, NO_BYTES, NOTHING } from '../demo-server';

const THING = { ...NOTHING, name: 'x', id: '1' };
const planned = { ...NOTHING, name: 'x' };
const change = { ...creation, planned, config: planned };
const BUG = 'This is a bug in the provider: please report it.';

const OPERATIONS = {
  create: (server: ProviderServer) => server.applyResourceChange(change),
  update: (server: ProviderServer) => server.applyResourceChange({ ...change, prior: THING }),
  read: (server: ProviderServer) => server.readResource({ typeName: 'demo_thing', state: THING, private: NO_BYTES }),
};

describe('handling', () => {
  const call = { beginHandler: () => {}, signal: AbortSignal.abort(), beganMs: 5, ifUnsaved: () => {} };
  const target = (configuration: Configuration<unknown>) =>
    ({ typeName: 'demo_thing', provider: DEMO, configuration, call }) as never;

  it('needs a configured provider', async () => {
    expect(() => handling(target(new Configuration(ENVIRONMENT)), new Diagnostics(), NO_BYTES)).toThrow(
      expect.objectContaining({
        summary: 'Provider not configured',
        detail:
          'Terraform asked for an operation before it configured the provider, which no configuration of yours can cause. Update ' +
          'Terraform or OpenTofu; if it stays, report it with the log of TF_LOG=debug.',
      }),
    );
  });

  it('names each argument of the provider that is unknown', async () => {
    const configuration = new Configuration<unknown>(ENVIRONMENT);
    await configuration.set({ kind: 'unknown', paths: [path('url'), path('token')] });

    expect(() => handling(target(configuration), new Diagnostics(), NO_BYTES)).toThrow(
      expect.objectContaining({
        summary: 'Provider configuration not known',
        detail:
          "This needs the provider's url, token, which are still unknown. Give a value that is known before apply, or apply what it " +
          'depends on first (terraform apply -target=…).',
        path: path('url'),
      }),
    );
  });
});

describe('mistakes of handlers', () => {
  it('an object without all of its identity is asked of nobody', async () => {
    const server = await configured({ identity: ['name', 'id'] });
    const state = { ...THING, name: '', id: '' };

    const { diagnostics } = await server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES });

    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'State without identity',
        detail:
          'The state of this demo_thing has no name, id, so nothing was asked of the service or changed there. Find the object at the ' +
          'service; then remove it from state with terraform state rm, and import it, or delete it by hand.',
        path: path('name'),
      },
    ]);
  });

  it.each([
    ['read', 'The state stays as it was.', THING],
    ['update', 'State has what it returned.', { ...THING, name: 'y', id: '2' }],
  ] as const)('another identity than in state is told: %s', async (name, end, state) => {
    const other = async () => ({ ...THING, name: 'y', id: '2' });
    const server = await configured({ identity: ['name', 'id'], read: other, update: other });

    const response = await OPERATIONS[name](server);

    expect(response.state).toEqual(state);
    expect(response.diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'Unexpected identity change',
        detail:
          `The ${name} of demo_thing returned another name, id than in state, which is the identity of the object, and so perhaps another ` +
          `object. ${end} ${BUG}`,
        path: path('name'),
      },
    ]);
  });

  it('private state that cannot be kept is told, each key', async () => {
    const server = await configured({
      read: async ({ state, privateState }) => {
        privateState.set('a', [] as never);
        privateState.set('b', {} as never);
        return state;
      },
    });

    const { diagnostics } = await server.readResource({ typeName: 'demo_thing', state: THING, private: NO_BYTES });

    expect(diagnostics).toEqual(
      ['a', 'b'].map((key) => ({
        severity: 'error',
        summary: 'Private state cannot be kept',
        detail: `A handler of demo_thing sets "${key}" of its private state to what is neither a text, a bool nor a finite number, so it stays as it was. ${BUG}`,
      })),
    );
  });

  it.each([
    ['read', 'The state stays as it was.'],
    ['create', 'The object exists and is in state with what was known of this attribute before.'],
  ] as const)('a result that does not fit is told, each part: %s', async (name, end) => {
    const wrong = async () => ({ name: UNKNOWN, secret_wo: null, id: 5 }) as never;
    const server = await configured({ read: wrong, create: wrong });

    const { diagnostics } = await OPERATIONS[name](server);

    expect(diagnostics).toEqual(
      [
        ['name', 'it is still unknown'],
        ['id', 'it is not a string'],
      ].map(([attribute, problem]) => ({
        severity: 'error',
        summary: 'Result does not fit the schema',
        detail: `The ${name} of demo_thing returned a result whose ${attribute} cannot be kept: ${problem}. ${end} ${BUG}`,
        path: path(attribute as string),
      })),
    );
  });

  it('the delete of what is not in state sends nothing', async () => {
    const server = await configured();

    const { state, diagnostics } = await server.applyResourceChange({ ...creation, planned: null, config: null });

    expect([state, diagnostics]).toEqual([
      null,
      [
        {
          severity: 'error',
          summary: 'Nothing to apply',
          detail:
            'Terraform asked to delete a demo_thing that is not in state, so nothing was sent. Run terraform plan again; if it plans the ' +
            'same, report it with the log of TF_LOG_PROVIDER=DEBUG.',
        },
      ],
    ]);
  });

  it('what fails to open is not open', async () => {
    const server = await configured();

    const opened = await server.openEphemeralResource({ typeName: 'demo_thing', config: { name: BROKEN } });

    expect([opened.result, opened.private, server.isBusy]).toEqual([undefined, NO_BYTES, false]);
  });
});
