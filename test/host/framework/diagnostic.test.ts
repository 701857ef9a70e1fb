import { describe, expect, it } from 'vitest';
import { number, type Path, type Provider, string, type Value } from '../../../framework';
import { DiagnosticError, Diagnostics } from '../../../framework/diagnostic';
import * as wire from '../../../framework/protocol/generated/tfplugin6';
import { applyResourceChange } from '../../../framework/protocol/rpcs/resources';
import { decode } from '../../../framework/protocol/value/decode';
import { encode } from '../../../framework/protocol/value/encode';
import { type CreateRequest, defineResource } from '../../../framework/resource';
import { computed, optional, schemaOf } from '../../unit/framework/definitions';
import { NO_BYTES, respond, serving } from './demo-server';

const schema = schemaOf({ id: string(computed), a: number(optional) });
const TYPE = ['object', { id: 'string', a: 'number' }] as const;
const PRIOR = { id: '1', a: null };

type Handler = (request: Pick<CreateRequest<never, unknown>, 'diagnostics' | 'save'>) => unknown;

/** Applies a change on the wire with this handler for every operation, as Terraform does: with the bytes of requests and responses. */
async function apply(
  handler: Handler,
  verb: 'create' | 'update' | 'delete' = 'create',
  describeError?: Provider<unknown>['describeError'],
) {
  const run = handler as never;
  const thing = defineResource({ typeName: 'thing', schema, create: run, read: run, update: run, delete: run });
  const server = await serving({ resources: [thing], describeError });
  const toWire = (value: Value) => ({ msgpack: encode(value, TYPE), json: NO_BYTES });
  const request = wire.ApplyResourceChange_Request.encode({
    typeName: 'demo_thing',
    priorState: toWire(verb === 'create' ? null : PRIOR),
    plannedState: toWire(verb === 'delete' ? null : { id: '1', a: 1 }),
    config: toWire(verb === 'delete' ? null : { id: null, a: 1 }),
    plannedPrivate: NO_BYTES,
    providerMeta: undefined,
    plannedIdentity: undefined,
  }).finish();
  const response = wire.ApplyResourceChange_Response.decode(await respond(applyResourceChange, server, request));
  return {
    state: decode(response.newState?.msgpack ?? NO_BYTES, TYPE),
    diagnostics: response.diagnostics.map(({ severity, summary, detail, attribute }) => ({
      severity: severity === wire.Diagnostic_Severity.ERROR ? 'error' : 'warning',
      summary,
      detail,
      steps: (attribute?.steps ?? []).map(({ selector }) => selector?.value),
    })),
  };
}

const SAVED = { id: '7', a: null };
const toss = (error: unknown) => {
  throw error;
};
const wrong = (value: unknown) => value as never;
const message = Object.assign(new Error('x'), { message: { code: 7 } });

const throwing = (error: unknown) => () => toss(error);
const LOST = throwing(new Error('lost'));
const warning =
  (detail: unknown): Handler =>
  ({ diagnostics }) =>
    diagnostics.warn('Quota', wrong(detail));
const reporting =
  (severity: string): Handler =>
  ({ diagnostics }) =>
    diagnostics.add({ severity: wrong(severity), summary: 'Bad', detail: '' });
const telling = (words: object) => () => wrong({ severity: 'error', summary: 'Told', ...words });
const quota = (detail: string) => ({ severity: 'warning', summary: 'Quota', detail });
const error = (detail: unknown, summary: unknown = expect.any(String)) => ({ severity: 'error', detail, summary });
const CANNOT = expect.stringMatching(/^Cannot \w+ demo_thing$/);
const FAILED = expect.stringMatching(/^It failed \(RangeError\), and describeError .* failed too/);

/** Handlers whose diagnostics are not as their type says, with what Terraform shows. */
const HANDLERS: readonly [string, Handler, shown: object, describeError?: Provider<unknown>['describeError']][] = [
  ['a detail that is undefined', warning(undefined), quota('')],
  ['a number for the detail of an error', throwing(new DiagnosticError('Failed', wrong(7))), error('7', 'Failed')],
  ['an object for a message', throwing(message), error('Error without a message')],
  ['escape sequences in a message', throwing(new Error('\u001b[2J\u001b[31mgone\u0007')), error('gone')],
  ['null from describeError', throwing(new RangeError('canary')), error(FAILED), () => wrong(null)],
  ['undefined from describeError', throwing(new RangeError('gone')), error('gone', CANNOT), () => undefined],
  [
    'an error from describeError',
    throwing(new RangeError('canary')),
    error(FAILED, CANNOT),
    throwing('canary') as never,
  ],
  ['empty texts from describeError', LOST, error('', CANNOT), telling({ summary: '', detail: '' })],
  ['a warning from describeError', LOST, error('Text.', 'Told'), telling({ severity: 'warning', detail: 'Text.' })],
  ['an unknown severity', reporting('fatal'), error('', 'Bad')],
  [
    'no path of a warning',
    ({ diagnostics }) => diagnostics.warn('Quota', '', wrong('id')),
    { summary: 'Quota', steps: [] },
  ],
  [
    'half a path of an error',
    throwing(new DiagnosticError('Failed', 'It failed.', wrong([{ attribute: 'a' }, { index: -1 }]))),
    { severity: 'error', summary: 'Failed', steps: ['a'] },
  ],
];

describe.each(HANDLERS)('F5: %s loses neither the object nor the message', (_what, run, shown, describeError) => {
  it('in create after save', async () => {
    const handler: Handler = (request) => {
      request.save(SAVED as never);
      run(request);
      return SAVED;
    };

    const { state, diagnostics } = await apply(async (request) => handler(request), 'create', describeError);

    expect(state).toEqual(SAVED);
    expect(diagnostics).toMatchObject([shown]);
  });

  it.each(['create', 'update', 'delete'] as const)('in %s without save', async (verb) => {
    const unchanged = verb === 'create' ? null : PRIOR;
    // An object whose delete reports an error stays.
    const isError = 'severity' in shown && shown.severity === 'error';
    let expected: object | null = verb !== 'delete' ? SAVED : isError ? PRIOR : null;
    const handler: Handler = async (request) => {
      try {
        run(request);
      } catch (error) {
        expected = unchanged;
        throw error;
      }
      return SAVED;
    };

    const { state, diagnostics } = await apply(handler, verb, describeError);

    expect(state).toEqual(expected);
    expect(diagnostics).toMatchObject([shown]);
  });
});

it('equal diagnostics are kept once, whatever their parts', () => {
  const diagnostics = new Diagnostics();
  diagnostics.warn('A', 7 as never);
  diagnostics.warn('A', '7');
  diagnostics.warn('A', '7', 'id' as unknown as Path);

  expect(diagnostics.all).toEqual([{ severity: 'warning', summary: 'A', detail: '7', path: [] }]);
});

it('a text that nobody reads to its end is sent without its middle, and says how much is left out', async () => {
  const { diagnostics } = await apply(({ diagnostics }) => {
    diagnostics.error('S'.repeat(300_000), `begin${'😀'.repeat(150_000)}end.`);
    diagnostics.error('Short', 'x'.repeat(12_000));
    return SAVED;
  });

  const [long, short] = diagnostics;
  expect(long?.detail).toMatch(/^begin😀+ … \(290009 more characters\) … 😀+end\.$/u);
  expect(long?.summary).toBe(`${'S'.repeat(8000)} … (290000 more characters) … ${'S'.repeat(2000)}`);
  expect(short?.detail).toBe('x'.repeat(12_000));
});
