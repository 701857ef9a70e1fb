import { describe, expect, it } from 'vitest';
import { DiagnosticError, defineResource, type Provider, string, timeouts, withConnection } from '../../../framework';
import { type Kept, ProviderHost } from '../../../framework/testing';
import type { ObjectValue } from '../../../framework/values/value';
import { computed, DEMO, optional, schemaOf } from '../../unit/framework/definitions';

type Given = Parameters<Parameters<typeof defineResource>[0]['create']>[0];
/** A handler that is asked to end: it may save first. */
type Work = (given: Pick<Given, 'timeLimit'> & Partial<Pick<Given, 'save' | 'plan'>>) => Promise<never>;

const STATE = { name: 'a', id: '1', timeouts: null };
const KEPT: Kept = { state: STATE, private: new Uint8Array() };

const rejected: Work = ({ timeLimit: { signal } }) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
  });
const saves: Work = (given) => {
  given.save?.({ ...given.plan, id: '1' } as never);
  return rejected(given);
};
const wraps: Work = (given) =>
  rejected(given).catch((cause: unknown) => {
    throw new Error('POST /things failed', { cause });
  });

/** A host whose handlers do this work. */
async function hostOf(work: Work, parts: Partial<Provider<unknown>> = {}) {
  const attributes = {
    name: string(optional),
    id: string(computed),
    timeouts: timeouts({ create: '', update: '', delete: '', read: '' }, { create: '1s' }),
  };
  const handlers = { create: work, update: work, read: work, delete: work } as never as object;
  const thing = defineResource({ typeName: 'thing', schema: { description: '', attributes }, ...handlers } as never);
  const { defineEphemeralResource, defineAction } = withConnection<unknown>();
  const limited = (operation: 'open' | 'invoke') => schemaOf({ timeouts: timeouts({ [operation]: '' } as never) });
  return ProviderHost.start({
    ...DEMO,
    resources: [thing as never],
    ephemeralResources: [defineEphemeralResource({ typeName: 'thing', schema: limited('open'), open: work as never })],
    actions: [defineAction({ typeName: 'act', schema: limited('invoke'), invoke: work as never })],
    ...parts,
  });
}

const OPERATIONS: Readonly<
  Record<string, (host: ProviderHost) => Promise<{ readonly diagnostics: readonly { detail: string }[] }>>
> = {
  create: (host) => host.apply('demo_thing', { name: 'a' }),
  update: (host) => host.apply('demo_thing', { name: 'b' }, KEPT),
  delete: async (host) => host.destroy('demo_thing', KEPT),
  read: async (host) => host.refresh('demo_thing', KEPT),
  open: async (host) => host.open('demo_thing', {}),
  invoke: (host) => host.invoke('demo_act', {}),
};

const LEFT: Readonly<Record<string, string>> = {
  create:
    'Nothing of the object is in state. If the create made something at the service, import it, or delete it there, before you run the same command again.',
  update:
    'The state is as it was, and may be older than the object: the next plan reads it. Run the same command again to go on.',
  delete: 'The object stays in state until a plan finds that it is gone. Run the same command again to go on.',
  read: 'Run the same command again.',
  open: 'If it made something, that is left at the service, and nothing closes it: look for it there before you run the same command again.',
  invoke: 'What it did until then stays. Run the same command again to go on.',
};
const SAVED = 'What it had saved until then is in state, and nothing more. Run the same command again to go on.';
const STOPPED = 'Terraform was asked to stop, by Ctrl-C or by the program that runs it, before this was done.';
const reached = (operation: string) =>
  `The time limit was reached: ${operation === 'create' ? '1s' : '5m'}, by timeouts.${operation}.`;
const more = (operation: string) =>
  `For more time, set timeouts = { ${operation} = "…" }${operation === 'delete' ? ' and apply that first' : ''}.`;

describe('an operation that ends early says what is left, and promises no state that is not there', () => {
  const run = async (operation: string, work: Work, end: (host: ProviderHost) => unknown, parts = {}) => {
    const host = await hostOf(work, parts);
    const running = OPERATIONS[operation]?.(host);
    await new Promise(setImmediate);
    await end(host);
    return (await running)?.diagnostics.map(({ detail }) => detail);
  };
  const stop = (host: ProviderHost) => host.stop();
  const pass = (host: ProviderHost) => host.pass(300_000);

  it.each(Object.keys(OPERATIONS))('after an interruption: %s', async (operation) => {
    expect(await run(operation, rejected, stop)).toEqual([`${STOPPED} ${LEFT[operation]}`]);
  });

  it.each(Object.keys(OPERATIONS))('at a time limit, which it names once: %s', async (operation) => {
    expect(await run(operation, rejected, pass)).toEqual([
      `${reached(operation)} ${LEFT[operation]} ${more(operation)}`,
    ]);
  });

  it.each(['create', 'update'])('if it has saved something: %s', async (operation) => {
    expect(await run(operation, saves, stop)).toEqual([`${STOPPED} ${SAVED}`]);
    expect(await run(operation, saves, pass)).toEqual([`${reached(operation)} ${SAVED} ${more(operation)}`]);
  });

  it('if the handler throws another error because of that, which then names it once', async () => {
    expect(await run('create', wraps, stop)).toEqual([`POST /things failed: Interrupted: ${STOPPED} ${LEFT.create}`]);
    expect(await run('create', wraps, pass)).toEqual([
      `POST /things failed: ${reached('create')} ${LEFT.create} ${more('create')}`,
    ]);
  });

  it('if the handler throws what has no full stop, with one', async () => {
    const work: Work = (given) =>
      rejected(given).catch(() => {
        throw new Error('no answer\n');
      });

    expect(await run('create', work, pass)).toEqual([
      `no answer. ${reached('create')} ${LEFT.create} ${more('create')}`,
    ]);
  });

  it('if the provider says that its error had no effect', async () => {
    expect(await run('create', wraps, stop, { isCancellation: () => true })).toEqual([
      `${STOPPED} Nothing more was sent. Run the same command again to see what is left to do.`,
    ]);
  });

  it('but for an error of a provider that knows which of them had no effect, and so names itself what another has left', async () => {
    const again = 'Run the same command again.';
    const parts = { isCancellation: () => false };

    const fails = () => {
      throw new Error('no');
    };
    for (const isCancellation of [parts.isCancellation, fails])
      expect(await run('create', wraps, stop, { isCancellation })).toEqual([
        `POST /things failed: Interrupted: ${STOPPED} ${again}`,
      ]);
    expect(await run('create', wraps, pass, parts)).toEqual([
      `POST /things failed: ${reached('create')} ${again} ${more('create')}`,
    ]);
    expect(await run('create', saves, pass, parts)).toEqual([`${reached('create')} ${SAVED} ${more('create')}`]);
    expect(await run('create', rejected, stop, parts)).toEqual([`${STOPPED} ${LEFT.create}`]);
    expect(await run('create', rejected, pass, parts)).toEqual([
      `${reached('create')} ${LEFT.create} ${more('create')}`,
    ]);
  });

  it('if it had not begun', async () => {
    const host = await hostOf(rejected);
    host.stop();

    const { diagnostics } = await host.apply('demo_thing', { name: 'a' });

    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      `${STOPPED} Nothing more was sent. Run the same command again to see what is left to do.`,
    ]);
  });

  type Ending = [operation: string, work: Work, left: string | undefined];
  const hangs: Work = () => new Promise<never>(() => {});

  it.each<Ending>([
    ...['create', 'update', 'delete', 'open', 'invoke'].map((one): Ending => [one, hangs, LEFT[one]]),
    ['create', (given) => saves(given).catch(() => hangs(given)), SAVED],
  ])('after a failure of the provider: %s', async (operation, work, left) => {
    const fail = (host: ProviderHost) => host.server.fail(new DiagnosticError('Broken', 'Something broke.'));

    expect(await run(operation, work, fail)).toEqual([`Something broke. ${left}`]);
  });
});

describe('a mistake of the provider in a handler is called one', () => {
  it.each<[operation: string, work: () => Promise<unknown>, detail: string]>([
    ['create', async () => undefined, 'The handler returned no object.'],
    ['update', async () => undefined, 'The handler returned no object.'],
    ['open', async () => 5, 'The handler returned no object.'],
    ['create', async () => (null as never as ObjectValue).id, "Cannot read properties of null (reading 'id')."],
  ])('%s', async (operation, work, detail) => {
    const { diagnostics = [] } = (await OPERATIONS[operation]?.(await hostOf(work as never))) ?? {};

    const bug = `${detail} This is a bug in the provider (TypeError): please report it.`;
    expect(diagnostics.map((one) => one.detail)).toEqual([`${bug} ${LEFT[operation]}`]);
  });

  it('beside which a read says no more', async () => {
    const { diagnostics } = await (await hostOf((async () => 5) as never)).refresh('demo_thing', KEPT);

    expect(diagnostics.map((one) => one.detail)).toEqual([
      'The handler returned no object. This is a bug in the provider (TypeError): please report it.',
    ]);
  });

  it.each(['abc\ndef', 'abc…def'])('nor is one of fetch for a header with %j, which is a setting', async (token) => {
    const work = () => fetch('http://127.0.0.1:1', { headers: { authorization: token } });
    const { diagnostics } = await (await hostOf(work as never)).apply('demo_thing', { name: 'a' });

    expect(diagnostics.map((one) => one.detail)).toEqual([expect.not.stringContaining('bug')]);
  });

  it('unless the provider says so itself', async () => {
    const describeError = (error: unknown) =>
      ({ severity: 'error', summary: 'No', detail: `A bug: ${error}.` }) as const;
    const host = await hostOf(() => Promise.reject(new TypeError('x')), { describeError });

    const { diagnostics } = await host.apply('demo_thing', { name: 'a' });

    expect(diagnostics.map((one) => one.detail)).toEqual([`A bug: TypeError: x. ${LEFT.create}`]);
  });
});
