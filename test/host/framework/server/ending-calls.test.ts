import { describe, expect, it } from 'vitest';
import type { CreateRequest, ObjectValue, Value } from '../../../../framework';
import { DiagnosticError, type Diagnostics } from '../../../../framework/diagnostic';
import type { Environment } from '../../../../framework/provider';
import { CallInProgress } from '../../../../framework/server/call-in-progress';
import { Configuration } from '../../../../framework/server/configuration';
import { RunningCalls } from '../../../../framework/server/running-calls';
import { schemaOf } from '../../../unit/framework/definitions';
import {
  configured,
  creation,
  NO_BYTES,
  NOTHING,
  type Service,
  serving,
  type Thing,
  type ThingPlan,
} from '../demo-server';

const ENVIRONMENT = { env: {}, now: Date.now, random: () => 0, sleep: async () => {}, log: () => {} };

/** Alarms that ring when the test says so. */
function waitingAlarms() {
  const alarms: { readonly ms: number; readonly ring: () => void }[] = [];
  const alarm = (ms: number, ring: () => void) => {
    alarms.push({ ms, ring });
    return () => {};
  };
  return { alarms, alarm };
}

describe('stop', () => {
  it('F8: interrupts running calls, and later calls do not begin', async () => {
    const { server, read, signals, release } = await reading();
    const running = read();

    void server.stop();
    release();
    await running;
    const later = await read();

    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(signals[0]?.reason).toMatchObject({ summary: 'Interrupted' });
    expect(later).toMatchObject({ state: { id: '1' }, diagnostics: [{ severity: 'error', summary: 'Interrupted' }] });
  });

  it('F8: settles when the running calls have ended, also when called a second time', async () => {
    const { server, read, release } = await reading();
    const running = read();
    const settled: string[] = [];

    const stopped = [server.stop(), server.stop()].map((one) => one.then(() => settled.push('stopped')));
    await new Promise(setImmediate);
    const before = [...settled];
    release();
    await Promise.all([running, ...stopped]);

    expect([before, settled]).toEqual([[], ['stopped', 'stopped']]);
  });
});

describe('fail', () => {
  const failure = new DiagnosticError('Broken', 'Something broke.');

  it('ends a read whose handler never ends with the known state, and affects no later call', async () => {
    const { server, read, release } = await reading();
    const hanging = read();

    server.fail(failure);

    expect(await hanging).toMatchObject({
      state: { id: '1' },
      diagnostics: [{ severity: 'error', summary: 'Broken' }],
    });
    release();
    expect((await read()).diagnostics).toEqual([]);
  });

  it('F8: first waits for the responses to the requests of an apply', async () => {
    const answered = Promise.withResolvers<void>();
    const call = new CallInProgress(ENVIRONMENT);
    const applying = call.settleLate(answered.promise.then(() => 'made'));

    call.fail(failure, answered.promise);
    await new Promise(setImmediate);
    answered.resolve();

    expect(await applying).toBe('made');
  });

  it('F5: lets an apply save what it makes meanwhile, and reports why it was cancelled', async () => {
    const started = Promise.withResolvers<void>();
    const server = await configured(
      {
        create: async ({ plan, save, signal }) => {
          started.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          save({ ...plan, id: 'late' });
          throw new Error('cancelled');
        },
      },
      undefined,
    );
    const planned = { ...NOTHING, name: 'a' };
    const applying = server.applyResourceChange({ ...creation, planned, config: planned });
    await started.promise;

    server.fail(failure);

    const { state, diagnostics } = await applying;
    expect(state).toMatchObject({ id: 'late' });
    expect(diagnostics.map(({ summary }) => summary)).toEqual(['Broken', 'Cannot create demo_thing']);
  });
});

/** A server whose reads run until they are released, and the signals passed to them. */
async function reading() {
  const signals: AbortSignal[] = [];
  const released = Promise.withResolvers<void>();
  const server = await configured({
    read: async ({ state, signal }) => {
      signals.push(signal);
      await released.promise;
      return state;
    },
  });
  const read = (cancelled?: AbortSignal) =>
    server.readResource({ typeName: 'demo_thing', state: { ...NOTHING, id: '1' }, private: NO_BYTES }, cancelled);
  return { server, read, signals, release: () => released.resolve() };
}

const callsIn = (environment: Environment) => new RunningCalls(environment, new Configuration(environment));

describe('close', () => {
  /** Running calls whose alarms ring when the test says so, and what they log. */
  function withAlarms() {
    const { alarms, alarm } = waitingAlarms();
    const logged: unknown[] = [];
    const log = (_level: string, _message: string, fields: unknown) => logged.push(fields);
    return { alarms, logged, calls: callsIn({ ...ENVIRONMENT, alarm, log }) };
  }
  const next = () => new Promise(setImmediate);

  it('F8: waits at most five seconds for running calls', async () => {
    const { alarms, calls } = withAlarms();
    const hanging = calls.during(undefined, (call) => call.settle(new Promise<never>(() => {})));
    hanging.catch(() => {});

    const closing = calls.close();
    await next();
    const busy = calls.isBusy;
    alarms[0]?.ring();
    await closing;

    expect([busy, calls.isBusy, alarms.map(({ ms }) => ms)]).toEqual([true, false, [5_000, 5_000]]);
  });

  it('F8: responds to a call whose handler never ends with what it has saved, before the host has ended', async () => {
    const { alarms, alarm } = waitingAlarms();
    const saved = Promise.withResolvers<void>();
    const create = async ({ plan, save, privateState }: CreateRequest<Thing, Service, never, ThingPlan>) => {
      privateState.set('made', true);
      save({ ...plan, id: 'made' });
      saved.resolve();
      return new Promise<never>(() => {});
    };
    const server = await configured({ create }, undefined, { ...ENVIRONMENT, alarm });
    const planned = { ...NOTHING, name: 'a' };
    const order: string[] = [];
    const applying = server.applyResourceChange({ ...creation, planned, config: planned });
    void applying.then(() => order.push('answered'));
    await saved.promise;

    void server.stop();
    const closing = server.close().then(() => order.push('closed'));
    await next();
    const before = [...order];
    alarms[0]?.ring();
    const { state, private: bytes, diagnostics } = await applying;
    await closing;

    expect([before, order]).toEqual([[], ['answered', 'closed']]);
    expect(state).toMatchObject({ id: 'made' });
    expect(new TextDecoder().decode(bytes)).toBe('{"made":true}');
    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Interrupted' }]);
    expect(diagnostics[0]?.detail).toContain('What it had saved until then is in state');
  });

  describe('of a handler that has saved nothing in five seconds', () => {
    const planned = { ...NOTHING, name: 'a' };

    /** A server that is closing, with a call that began before, when the five seconds are over; `pass` lets each wait end. */
    async function closing(handlers: Parameters<typeof configured>[0], prior?: ObjectValue, to: Value = planned) {
      const { alarms, alarm } = waitingAlarms();
      const sleeps: (() => void)[] = [];
      const sleep = () => new Promise<void>((resolve) => sleeps.push(resolve));
      const environment = { ...ENVIRONMENT, sleep, alarm };
      const server = await configured(handlers, undefined, environment);
      const { signal, abort } = cancellation();
      const bytes = new TextEncoder().encode('{"a":true}');
      const change = { ...creation, planned: to, config: to, ...(prior && { prior, private: bytes }) };
      const applying = server.applyResourceChange(change, signal);
      await next();
      const closed = server.close();
      await next();
      alarms[0]?.ring();
      await next();
      const pass = async () => {
        for (let i = 0; i < 9; i++) {
          sleeps.shift()?.();
          await next();
        }
        await closed;
      };
      return { applying, abort, pass };
    }
    const hang = () => new Promise<never>(() => {});

    it('F8: undoes its work if the host is gone', async () => {
      const undone: string[] = [];
      const create = async ({ ifUnsaved }: CreateRequest<Thing, Service, never, ThingPlan>) => {
        ifUnsaved(async () => void undone.push('made'));
        return hang();
      };
      const { abort, pass } = await closing({ create });

      abort('gone');
      await pass();

      expect(undone).toEqual(['made']);
    });

    it('F8: responds with what it saves after that', async () => {
      const answered = Promise.withResolvers<void>();
      const create = async ({ plan, save }: CreateRequest<Thing, Service, never, ThingPlan>) => {
        await answered.promise;
        save({ ...plan, id: 'made' });
        return hang();
      };
      const { applying, pass } = await closing({ create });

      answered.resolve();
      await pass();

      expect(await applying).toMatchObject({ state: { id: 'made' }, diagnostics: [{ summary: 'Interrupted' }] });
    });

    it.each([
      ['an update', planned, 'The state is as it was'],
      ['a delete', null, 'The object stays in state'],
    ])('F5: responds to %s with the object as it was, and its private state', async (_, to, left) => {
      const prior = { ...planned, id: '1' };
      const { applying, pass } = await closing({ update: hang, delete: hang }, prior, to && prior);

      await pass();

      const { state, private: bytes, diagnostics } = await applying;
      expect(state).toEqual(prior);
      expect(new TextDecoder().decode(bytes)).toBe('{"a":true}');
      expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(left) }]);
    });
  });

  it('F8: waits at most five more seconds for undoing', async () => {
    const { alarms, calls } = withAlarms();
    const gone = new AbortController();
    const undone: string[] = [];
    const running = calls.during(gone.signal, async (call) => {
      call.ifUnsaved(async () => {
        undone.push('begun');
        await new Promise<never>(() => {});
      });
    });
    running.catch(() => {});
    gone.abort();

    const closing = calls.close();
    await next();
    alarms[1]?.ring();
    await closing;

    expect([undone, alarms.map(({ ms }) => ms)]).toEqual([['begun'], [5_000, 5_000]]);
  });

  it('F8: undoes no result that the host takes, and runs only the last registered undo', async () => {
    const { calls } = withAlarms();
    const undone: string[] = [];
    const work = async (call: CallInProgress) => {
      call.ifUnsaved(async () => void undone.push('first'));
      call.ifUnsaved(async () => void undone.push('last'));
    };

    await calls.during(undefined, work);
    const before = [...undone];
    await calls.during(AbortSignal.abort(), work);
    await calls.during(AbortSignal.abort(), async (call) => {
      await work(call);
      call.ifUnsaved(undefined);
    });

    expect([before, undone]).toEqual([[], ['last']]);
  });

  it('F8: logs a failed undo', async () => {
    const { logged, calls } = withAlarms();

    await calls.during(AbortSignal.abort(), async (call) => {
      call.ifUnsaved(async () => {
        throw new DiagnosticError('Left', 'The key "k" is left.');
      });
    });

    expect(logged).toEqual([{ detail: 'The key "k" is left.' }]);
  });
});

it('F4: an ephemeral resource is closed at the end of the connection, and a warning of that is logged as one', async () => {
  const logged: unknown[] = [];
  const close = async ({ diagnostics }: { diagnostics: Diagnostics }) => {
    diagnostics.warn('Late', 'It took long.');
    diagnostics.error('Left', 'It is there still.');
  };
  const log = (...line: unknown[]) => void logged.push(line);
  const thing = { typeName: 'thing', schema: schemaOf({}), open: async () => ({}), close };
  const server = await serving({ ephemeralResources: [thing] }, { ...ENVIRONMENT, log });
  await server.openEphemeralResource({ typeName: 'demo_thing', config: {} });

  await server.close();

  expect(logged).toEqual([
    ['warn', 'Late', { detail: 'It took long.' }],
    ['error', 'Left', { detail: 'It is there still.' }],
  ]);
});

describe('an operation that yields its response in pieces', () => {
  it('ends its handler when nobody takes the rest', async () => {
    const calls = callsIn(ENVIRONMENT);
    let ended = false;
    const stream = calls.streaming(cancellation().signal, async function* () {
      try {
        yield 'first';
        yield 'second';
      } finally {
        ended = true;
      }
    });

    for await (const piece of stream) if (piece === 'first') break;

    expect(ended).toBe(true);
  });
});

function cancellation() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) };
}
