import { describe, expect, it } from 'vitest';
import { path } from '../../../../framework';
import { Diagnostics } from '../../../../framework/diagnostic';
import { Configuration } from '../../../../framework/server/configuration';
import { handling } from '../../../../framework/server/operation';
import { DEMO } from '../../../unit/framework/definitions';
import { BROKEN, configured, creation, ENVIRONMENT, NO_BYTES, NOTHING } from '../demo-server';

const THING = { ...NOTHING, name: 'x', id: '1' };
const BUG = 'This is a bug in the provider: please report it.';

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
