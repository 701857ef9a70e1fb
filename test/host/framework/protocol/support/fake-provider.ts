import { isUnknown, number, type Provider, string, UNKNOWN, withConnection } from '../../../../../framework';
import { defineFunction, FunctionError, orNull, orUnknown, parameter } from '../../../../../framework/function';
import { fillFromState } from '../../../../../framework/schema/model';

/** The connection of a configured fake provider: enough to tell two connections apart. */
interface FakeClient {
  readonly token: string;
}

const { defineResource, defineDataSource, defineEphemeralResource } = withConnection<FakeClient>();

/** Must never appear outside the process. */
export const CANARY = 'hunter2-canary';

/**
 * A `fake_thing` has the token it was created with as its id. Some names make trouble: `wait` waits until it is stopped; `lose` and
 * `forget` never settle, after an exception in a callback or in a promise that nothing awaits; `boom` throws an error that makes
 * the provider's `describeError` throw, too; `exit` tries to end the process.
 */
const thing = defineResource({
  typeName: 'thing',
  schema: {
    description: 'A thing.',
    attributes: {
      name: string({ required: true, description: 'Its name.' }),
      size: number({ optional: true, description: 'Its size.' }),
      id: string({ computed: true, description: 'Its id.' }),
    },
  },
  identity: 'id',

  async create({ plan, connection, signal, save }) {
    if (plan.name === 'boom') throw new Error(CANARY);
    if (plan.name === 'exit') {
      save({ ...plan, id: 'saved' });
      process.exit(3);
    }
    if (plan.name === 'lose' || plan.name === 'forget') {
      save({ ...plan, id: 'saved' });
      if (plan.name === 'forget') void Promise.reject(new TypeError(CANARY));
      else
        setImmediate(() => {
          throw new TypeError(CANARY);
        });
      await new Promise(() => {});
    }
    if (plan.name === 'slip') void Promise.resolve().then(() => Promise.reject(new TypeError(CANARY)));
    if (plan.name === 'throw-beside') {
      setImmediate(() => {
        throw new TypeError(CANARY);
      });
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    if (plan.name === 'forgiven') {
      const later = Promise.reject(new TypeError(CANARY));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await later.catch(() => {});
    }
    if (plan.name === 'wait') {
      // Tells the test, which kills processes once this create runs.
      process.stderr.write('waiting\n');
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    return { ...plan, id: connection.token };
  },
  read: async ({ state }) => state,
  update: async ({ plan, state }) => fillFromState(plan, state),
  delete: async ({ state }) => {
    if (state.name === 'slip') void Promise.resolve().then(() => Promise.reject(new TypeError(CANARY)));
  },
  importState: async ({ id }) => ({ id, name: id, size: null }),
});

/** Echoes its name with the token; `boom` fails as the thing does and `bad` is not valid. */
const thingData = defineDataSource({
  typeName: 'thing',
  schema: {
    description: 'A thing that exists.',
    attributes: {
      name: string({ required: true, description: 'Its name.' }),
      id: string({ computed: true, description: 'Its id.' }),
    },
  },

  validate({ config, diagnostics }) {
    if (config.name === 'bad') diagnostics.error('Bad', 'It is bad.', [{ attribute: 'name' }]);
  },
  async read({ config, connection }) {
    if (config.name === 'boom') throw new Error(CANARY);
    return { ...config, id: connection.token };
  },
});

/** Longer than the grace period for running calls when nothing is open, shorter than the one for open resources (`lifetime.ts`). */
const SLOW_MS = 1_500;

/**
 * An ephemeral `fake_thing` writes to stderr when it is closed; `stuck` never closes, `slow` only
 * after a while, and `boom` fails as the thing does.
 */
const ephemeralThing = defineEphemeralResource({
  typeName: 'thing',
  schema: {
    description: 'A thing for a while.',
    attributes: {
      name: string({ required: true, description: 'Its name.' }),
      id: string({ computed: true, description: 'Its id.' }),
    },
  },

  validate({ config, diagnostics }) {
    if (config.name === 'bad') diagnostics.error('Bad', 'It is bad.', [{ attribute: 'name' }]);
  },
  async open({ config, connection, privateState }) {
    if (config.name === 'boom') throw new Error(CANARY);
    privateState.set('name', config.name ?? '');
    return { ...config, id: connection.token };
  },
  async close({ privateState }) {
    const name = privateState.get('name');
    if (name === 'stuck') await new Promise(() => {});
    if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    process.stderr.write(`closed ${name}\n`);
  },
});

/** Joins texts; `bad` is refused with its argument index, `boom` fails unexpectedly. */
const join = defineFunction({
  name: 'join',
  summary: 'Joins texts',
  description: 'Joins texts with a separator.',
  parameters: [orNull(parameter({ name: 'separator', type: 'string', description: 'Stands between them.' }))],
  variadic: orUnknown(parameter({ name: 'texts', type: 'string', description: 'The texts.' })),
  returns: 'string',

  call(separator, ...texts) {
    if (texts.includes('boom')) throw new Error(CANARY);
    if (texts.includes('bad')) throw new FunctionError('it is bad', texts.indexOf('bad') + 1);
    if (texts.length === 0) throw new FunctionError('nothing to join');
    return texts.some(isUnknown) ? UNKNOWN : texts.join(separator ?? '');
  },
});

export const fakeProvider: Provider<FakeClient> = {
  typeName: 'fake',
  source: 'example/fake',
  schema: {
    description: 'A provider for tests.',
    attributes: { token: string({ optional: true, sensitive: true, description: 'A token.' }) },
  },
  resources: [thing],
  dataSources: [thingData],
  ephemeralResources: [ephemeralThing],
  functions: [join],

  async configure({ config, environment }) {
    environment.log('info', 'configured', { size: '12' });
    const token = String(config.token);
    // A sloppy dependency may do this.
    if (token.startsWith('reject')) void Promise.reject(new Error(token === 'reject' ? CANARY : token));
    const close = async () => {
      if (token === 'stuck') await new Promise(() => {});
      process.stderr.write(`left ${token}\n`);
    };
    return { connection: { token }, close };
  },

  describeError(error) {
    if (error instanceof Error && error.message === CANARY) throw new TypeError(`cannot describe ${CANARY}`);
    return { severity: 'error', summary: 'Failed', detail: 'It was stopped.' };
  },
};
