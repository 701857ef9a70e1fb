import { describe, expect, it } from 'vitest';
import { type CreateRequest, DiagnosticError } from '../../../../framework';
import { Diagnostics } from '../../../../framework/diagnostic';
import type { Environment, Provider } from '../../../../framework/provider';
import { Configuration } from '../../../../framework/server/configuration';
import { describe as describeError, reportError } from '../../../../framework/server/operation';
import type { ProviderServer } from '../../../../framework/server/provider-server';
import { DEMO } from '../../../unit/framework/definitions';
import {
  configured,
  creation,
  ENVIRONMENT,
  NO_BYTES,
  NOTHING,
  type Service,
  type Thing,
  type ThingPlan,
} from '../demo-server';

const THING = { ...NOTHING, name: 'x', id: '1' };
const planned = { ...NOTHING, name: 'x' };
const change = { ...creation, planned, config: planned };

const BUG = 'This is a bug in the provider: please report it.';
const LEFT = {
  create:
    'Nothing of the object is in state. If the create made something at the service, import it, or delete it there, before you run the same command again.',
  update:
    'The state is as it was, and may be older than the object: the next plan reads it. Run the same command again to go on.',
  delete: 'The object stays in state until a plan finds that it is gone. Run the same command again to go on.',
  'open ephemeral':
    'If it made something, that is left at the service, and nothing closes it: look for it there before you run the same command again.',
  'run action': 'What it did until then stays. Run the same command again to go on.',
  save: 'What it had saved until then is in state, and nothing more. Run the same command again to go on.',
};
const AGAIN = 'Run the same command again.';
const STOPPED = 'Terraform was asked to stop, by Ctrl-C or by the program that runs it, before this was done.';

const OPERATIONS: Readonly<Record<keyof typeof LEFT | 'read', (server: ProviderServer) => unknown>> = {
  create: (server) => server.applyResourceChange(change),
  save: (server) => server.applyResourceChange(change),
  update: (server) => server.applyResourceChange({ ...change, prior: THING }),
  delete: (server) => server.applyResourceChange({ ...change, prior: THING, planned: null, config: null }),
  read: (server) => server.readResource({ typeName: 'demo_thing', state: THING, private: NO_BYTES }),
  'open ephemeral': (server) => server.openEphemeralResource({ typeName: 'demo_thing', config: { name: 'x' } }),
  'run action': async (server) => {
    const request = { typeName: 'demo_act', config: { name: 'x' } };
    for await (const { completed } of server.invokeAction(request, new AbortController().signal))
      if (completed) return { diagnostics: completed };
    return undefined;
  },
};

/** The details of the diagnostics of an operation, in whose handler this happens. */
async function detailsOf(
  name: keyof typeof OPERATIONS,
  act: (request: { readonly signal: AbortSignal }, server: ProviderServer) => Promise<never>,
) {
  let server: ProviderServer;
  const handler = (request: { readonly signal: AbortSignal }) => act(request, server);
  const create = async (request: CreateRequest<Thing, Service, never, ThingPlan>) => {
    if (name === 'save') request.save(THING);
    return handler(request);
  };
  const handlers = { create, read: handler, update: handler, delete: handler };
  server = await configured(handlers, undefined, undefined, handler as never);
  const response = (await OPERATIONS[name](server)) as { diagnostics: { summary: string; detail: string }[] };
  return response.diagnostics.map(({ summary, detail }) => [summary, detail]);
}

const all = [...(Object.entries(LEFT) as [keyof typeof LEFT, string][]), ['read', undefined] as const];

describe('the words for a failed operation', () => {
  it.each(all)('after a mistake in a handler say what is left: %s', async (name, left) => {
    const [[, detail] = []] = await detailsOf(name, async () => {
      throw new TypeError('it is no function');
    });

    expect(detail).toBe(`TypeError: it is no function${left ? `. ${left}` : ''}`);
  });

  it.each(all)('after any other error say what the provider says: %s', async (name) => {
    const [[, detail] = []] = await detailsOf(name, async () => {
      throw new Error('lost');
    });

    expect(detail).toBe('Error: lost');
  });

  it.each(all)('after an interruption say what is left, or to try again: %s', async (name, left = AGAIN) => {
    const details = await detailsOf(name, async ({ signal }, server) => {
      void server.stop();
      throw signal.reason;
    });

    expect(details).toEqual([['Interrupted', `${STOPPED} ${left}`]]);
  });

  it.each(all)('of another error after an interruption name that, too: %s', async (name, left = AGAIN) => {
    const [[, detail] = []] = await detailsOf(name, async (_request, server) => {
      void server.stop();
      throw new DiagnosticError('Lost', 'It is lost! ');
    });

    expect(detail).toBe(`It is lost! ${STOPPED} ${left}`);
  });
});

/** The diagnostics of an error, and the log lines. */
function report(error: unknown, parts: Partial<Provider<unknown>> = {}, secrets: string[] = [], call: object = {}) {
  const lines: unknown[] = [];
  const environment: Environment = { ...ENVIRONMENT, log: (...line) => void lines.push(line) };
  const configuration = new Configuration<unknown>(environment);
  configuration.redact = (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '(secret)'), text);
  const diagnostics = new Diagnostics();
  const target = { typeName: 'demo_thing', provider: { ...DEMO, ...parts }, configuration, call };
  reportError(target as never, diagnostics, error, 'create');
  return { diagnostics: diagnostics.all, lines };
}

describe('reportError', () => {
  it('names a mistake in the code, unless the words do', () => {
    const error = new TypeError('it is no function');

    expect(report(error).diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'Cannot create demo_thing',
        detail: `it is no function. This is a bug in the provider (TypeError): please report it. ${LEFT.create}`,
      },
    ]);
  });

  it('logs the class and the places of an error in words of the provider, but not of a diagnostic', () => {
    expect(report(new RangeError('canary')).lines).toEqual([
      [
        'debug',
        'operation failed',
        { operation: 'create demo_thing', stack: expect.stringMatching(/^RangeError\n\s+at /) },
      ],
    ]);
    expect(report(new DiagnosticError('A', 'b')).lines).toEqual([]);
  });

  it('removes the secrets of the provider block from the summary and the detail', () => {
    const { diagnostics } = report(new DiagnosticError('No canary', 'It is not canary.'), {}, ['canary']);

    expect(diagnostics).toEqual([{ severity: 'error', summary: 'No (secret)', detail: 'It is not (secret).' }]);
  });

  it('tells a failure of the provider first, and once', () => {
    const failure = new DiagnosticError('Broken', 'It broke');

    expect(report(failure, {}, [], { failure }).diagnostics).toEqual([
      { severity: 'error', summary: 'Broken', detail: `It broke. ${LEFT.create}` },
    ]);
    expect(report(new Error('lost'), {}, [], { failure }).diagnostics).toEqual([
      { severity: 'error', summary: 'Broken', detail: 'It broke' },
      { severity: 'error', summary: 'Cannot create demo_thing', detail: `lost. ${LEFT.create}` },
    ]);
  });

  it.each([
    ['and says so itself: nothing is said of what is left', () => true],
    ['as another error: that one stays', () => false],
    [
      'and whose check for that fails',
      () => {
        throw new Error();
      },
    ],
  ])('a cancellation by an interruption of a provider that knows such errors, %s', (_what, isCancellation) => {
    const interruption = new DiagnosticError('Interrupted', STOPPED);
    const call = { interruption, hasBegun: true };

    const { diagnostics } = report(new Error('aborted'), { isCancellation }, [], call);

    let isMere = false;
    try {
      isMere = isCancellation();
    } catch {
      // It is not.
    }
    expect(diagnostics).toEqual([
      isMere
        ? {
            severity: 'error',
            summary: 'Interrupted',
            detail: `${STOPPED} Nothing more was sent. Run the same command again to see what is left to do.`,
          }
        : { severity: 'error', summary: 'Cannot create demo_thing', detail: `aborted. ${STOPPED} ${AGAIN}` },
    ]);
  });

  it('what an interruption ended before its handler began has sent nothing', () => {
    const interruption = new DiagnosticError('Interrupted', STOPPED);

    expect(report(interruption, {}, [], { interruption, hasBegun: false }).diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'Interrupted',
        detail: `${STOPPED} Nothing more was sent. Run the same command again to see what is left to do.`,
      },
    ]);
  });
});

describe('describe', () => {
  const told = (described: unknown) =>
    describeError({ describeError: () => described as never }, new Error('x'), 'create demo_thing');

  it('never makes a warning of a failure, and has a summary of its own for none', () => {
    expect(told({ severity: 'warning', summary: 'Slow', detail: 'It is slow.' })).toEqual({
      severity: 'error',
      summary: 'Slow',
      detail: 'It is slow.',
    });
    expect(told({ severity: 'error', summary: '', detail: 'It is slow.' })).toEqual({
      severity: 'error',
      summary: 'Cannot create demo_thing',
      detail: 'It is slow.',
    });
  });

  it('has the message of the error, and its causes, where the provider has no words', () => {
    const error = new Error('POST /things failed', { cause: new Error('connect ECONNREFUSED') });

    expect(describeError({ describeError: () => undefined }, error, 'create demo_thing')).toEqual({
      severity: 'error',
      summary: 'Cannot create demo_thing',
      detail: 'POST /things failed: connect ECONNREFUSED',
    });
  });

  it('names both errors if the provider fails at it', () => {
    const failing = () => {
      throw new RangeError('canary');
    };

    expect(describeError({ describeError: failing }, new SyntaxError('canary'), 'read demo_thing')).toEqual({
      severity: 'error',
      summary: 'Cannot read demo_thing',
      detail: `It failed (SyntaxError), and describeError of the provider, which has the words for that, failed too (RangeError). ${BUG}`,
    });
  });
});
