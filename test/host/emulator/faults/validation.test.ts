import { expect, test } from 'vitest';
import type { FaultSpec } from '../../../../emulator';
import { OBJECT_OPERATIONS } from '../../../../emulator/domain/s3-operation';
import { faultSpec } from '../../../../emulator/faults/spec';
import { REQUESTS } from '../../../../emulator/s3/routing/routes';
import { start } from '../support';

const NO_EFFECT =
  '"status" or another effect (cut, truncate, garbage, delayMs, pause) is needed: without one the fault changes nothing';

const OF_STATUS = 'needs status: it is part of the response that the fault sends';
const CHOOSE = 'choose one of the two';
const UNSENDABLE = 'cannot be sent as a header: it has a line break, another control character, or one beyond U+00FF';
const NO_KEY = 'has the key of an object';

test.each([
  [{}, [NO_EFFECT]],
  [{ times: 1, skip: 2, probability: 0.5 }, [NO_EFFECT]],
  [{ where: { objectId: 'x' } }, [NO_EFFECT, '"where.objectId" can match nothing: listSecrets has no id of an object']],
  [{ when: 'after-commit' }, [NO_EFFECT, '"when" needs status, delayMs or pause']],
  [{ headers: { 'x-a': '1' } }, [NO_EFFECT, `"headers" ${OF_STATUS}`]],
  [{ retryAfter: 2 }, [NO_EFFECT, `"retryAfter" ${OF_STATUS}`]],
  [{ body: { id: 'x' } }, [NO_EFFECT, `"body" ${OF_STATUS}`]],
  [{ truncate: false, garbage: false, pause: false }, [NO_EFFECT]],
  [{ delayMs: 0 }, [NO_EFFECT]],
  [{ delayMs: { min: 0, max: 0 } }, [NO_EFFECT]],
  [{ delayMs: { p50: 0, p99: 5 } }, [NO_EFFECT]],
  [{ cut: 'before-commit', retryAfter: 2 }, [`"retryAfter" ${OF_STATUS}`]],
  [{ garbage: true, when: 'before-commit' }, ['"when" needs status, delayMs or pause']],
  [{ cut: 'before-commit', truncate: 5 }, ['"truncate" has no effect beside cut: choose one of the two']],
  [
    { garbage: 'x', status: 500, truncate: true },
    [`"garbage" has no effect beside truncate: ${CHOOSE}`, `"status" has no effect beside truncate: ${CHOOSE}`],
  ],
  [
    { cut: 'after-commit', status: 503, body: 'x', headers: {}, retryAfter: 1, when: 'after-commit' },
    [
      ...[
        `"status" has no effect beside cut: ${CHOOSE}`,
        '"body" has no effect beside cut',
        '"headers" has no effect beside cut',
      ],
      ...['"retryAfter" has no effect beside cut', '"when" has no effect beside cut'],
    ],
  ],
  [{ status: 204, body: { id: 'x' } }, ['"body" has no effect: a response with 204 has none']],
  [
    { status: 503, headers: { 'Retry-After': '1', 'X-A': '1', 'x-a': '2' }, retryAfter: 2 },
    ['"headers.Retry-After" has no effect beside retryAfter', '"headers.X-A" has no effect beside x-a'],
  ],
  [{ status: 503, headers: { 'X-A': '1', 'x-a': '2' } }, ['"headers.X-A" has no effect beside x-a']],
  [{ operation: 'HeadObject', garbage: 'x' }, ['"garbage" has no effect: the response of HeadObject has no body']],
  [{ status: 500, probability: 0 }, ['"probability" must be more than 0']],
  [{ delayMs: { min: 0, max: 0.4 } }, [NO_EFFECT]],
  [{ delayMs: { p50: 0.0001, p99: 0.1 } }, [NO_EFFECT]],
  [
    { status: 500, where: { keyPrefix: '' } },
    [`"where.keyPrefix" can match nothing: no path of listSecrets ${NO_KEY}`],
  ],
  [
    { operation: 'ListObjectsV2', status: 500, where: { keyPrefix: 'a' } },
    [`"where.keyPrefix" can match nothing: no path of ListObjectsV2 ${NO_KEY}`],
  ],
  [
    { operation: 'PostObject', status: 500, where: { keyPrefix: 'a' } },
    [`"where.keyPrefix" can match nothing: no path of PostObject ${NO_KEY}`],
  ],
  [{ status: 500, where: { body: { name: 'x' } } }, ['"where.body" can match nothing: listSecrets has no JSON body']],
  [
    { operation: 'PutObject', status: 500, where: { body: { a: 1 } } },
    ['"where.body" can match nothing: PutObject has no JSON body'],
  ],
  [
    { operation: '*', status: 500, where: { keyPrefix: 'a', body: { a: 1 } } },
    ['"where.body" can match nothing beside where.keyPrefix: requests to the data plane have no JSON body'],
  ],
  [
    { operation: 'createSecret', status: 500, where: { objectId: 'x' } },
    ['"where.objectId" can match nothing: createSecret has no id of an object'],
  ],
  [
    { status: 500, where: { objectId: 'x' } },
    ['"where.objectId" can match nothing: listSecrets has no id of an object'],
  ],
  [
    { operation: 'ListBuckets', status: 500, where: { objectId: 'x' } },
    ['"where.objectId" can match nothing: ListBuckets has no id of an object'],
  ],
  [
    { operation: '*', status: 500, where: { projectId: '', objectId: '' } },
    ['"where.projectId" must not be empty', '"where.objectId" must not be empty'],
  ],
  [{ status: 500, where: [] }, ['"where" must be an object']],
  [{ status: 500, headers: 'a: b\nc' }, ['"headers" must be a record']],
  [
    { status: 503, retryAfter: 'a\nb', headers: { 'x-a': '\0', 'x-b': 5 }, tiems: 1 },
    [
      '"headers.x-b" must be a string',
      `The fault has unknown fields: tiems (did you mean times?); it may have ${Object.keys(faultSpec.shape).join(', ')}`,
      `"headers.x-a" ${UNSENDABLE}`,
      `"retryAfter" ${UNSENDABLE}`,
    ],
  ],
])(
  'E7: a fault without effect is refused alike in process and over HTTP, with every problem: %j',
  async (more, says) => {
    const { emulator, send } = await start();
    const spec = { operation: 'listSecrets', ...more } as FaultSpec;

    const sent = await send('POST', '/_emulator/faults', spec);

    expect(sent.status).toBe(400);
    const message = `${says.join('; ')}.`;
    expect(sent.json.error.message).toBe(message);
    expect(() => emulator.faults.add(spec)).toThrow(expect.objectContaining({ message }));
    expect(emulator.faults.list()).toEqual([]);
  },
);

test.each([
  [{ status: 200 }],
  [{ status: 204, body: '' }],
  [{ cut: 'before-commit', delayMs: 5, when: 'before-commit' }],
  [{ status: 503, truncate: false, headers: { 'x-a': '1' }, where: { projectId: 'p', headers: {} } }],
  [{ operation: 'updateSecret', status: 503, where: { objectId: 'x', body: { name: 'a' } } }],
  [{ operation: 'deleteBucket', status: 503, where: { objectId: 'x' } }],
  [{ operation: 'createSecret', status: 503, where: { body: (body: unknown) => body !== null } }],
  [{ operation: 'ListObjectsV2', status: 503, where: { objectId: 'x' } }],
  [{ operation: 'UploadPart', status: 503, where: { keyPrefix: '' } }],
  [{ operation: 'HeadObject', truncate: true, delayMs: { p50: 0.1, p99: 1 } }],
  [{ operation: '*', garbage: 'x', where: { keyPrefix: 'a', objectId: 'x' } }],
  [{ truncate: 0 }],
  [{ garbage: '' }],
  [{ delayMs: { min: 0, max: 1 } }],
  [{ pause: true, when: 'after-commit' }],
] as const)('a fault with an effect is added: %j', async (more) => {
  const { emulator } = await start();

  emulator.faults.add({ operation: 'listSecrets', ...more });

  expect(emulator.faults.list()).toHaveLength(1);
});

test('the operations with a key in their path are those of the data plane on objects', () => {
  const onObjects = REQUESTS.filter(({ level }) => level === 'object').map(({ operation }) => operation);

  expect([...OBJECT_OPERATIONS].sort()).toEqual([...new Set(onObjects)].sort());
});

test.each([[null], [[]], ['x'], [5], [true], [[{ operation: '*', status: 500 }]]])(
  'what is no fault is refused alike in process and over HTTP: %j',
  async (given) => {
    const { emulator, send } = await start();

    const sent = await send('POST', '/_emulator/faults', JSON.stringify(given));

    expect([sent.status, sent.json.error.message]).toEqual([400, 'The fault must be an object.']);
    expect(() => emulator.faults.add(given as unknown as FaultSpec)).toThrow('The fault must be an object.');
  },
);

test('an aim that is undefined is refused, because it would hit everybody', async () => {
  const { emulator } = await start();
  const where = { accessKeyId: undefined } as object;

  expect(() => emulator.faults.add({ operation: 'PutObject', status: 503, where })).toThrow(
    '"where.accessKeyId" is undefined: leave it out, or set it',
  );
});
