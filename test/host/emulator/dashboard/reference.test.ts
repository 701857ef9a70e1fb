import { expect, test } from 'vitest';
import { fieldsOf, typeOf } from '../../../../emulator/dashboard/reference';
import { start } from '../support';

const pageOf = async (baseUrl: string) => {
  const response = await fetch(`${baseUrl}/docs`);
  return { response, text: await response.text() };
};

test.each(['conventional', 'minimal', 'enveloped', 'extended'] as const)(
  'shows every operation of the dialect %s with its statuses, and no other, to everybody',
  async (dialect) => {
    const { emulator, send } = await start({ dialect });
    const document = (await send('GET', '/openapi.json')).json;

    const { response, text } = await pageOf(emulator.baseUrl);

    const operations = Object.entries<Record<string, { responses: object }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(
          ([method, { responses }]) => [`${method.toUpperCase()} ${path}`, responses] as const,
        ),
    );
    const shown = [...text.matchAll(/<h3 [^>]*><code>([^<]+)<\/code>/g)].map(([, name]) => name);
    expect(response.status).toBe(200);
    expect(shown.sort()).toEqual(operations.map(([name]) => name).sort());
    const statuses = operations.flatMap(([, responses]) => Object.keys(responses)).filter((name) => name !== 'default');
    expect(text.match(/<h4>Status \d+/g)).toHaveLength(statuses.length);
  },
);

test('allows no scripts and nothing from other sites, and is linked from the dashboard', async () => {
  const { emulator } = await start();

  const { response, text } = await pageOf(emulator.baseUrl);

  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
  expect(text).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)/);
  expect(await (await fetch(emulator.dashboardUrl)).text()).toContain('<a href="/docs">Interface reference</a>');
});

test.each([
  [{ type: 'object', properties: { a: {} }, required: ['a'] }, ['a: anything, always']],
  [
    { type: 'array', items: { type: 'object', properties: { a: { type: ['string', 'null'] } } } },
    ['[].a: string or null, optional'],
  ],
  [
    { type: 'object', properties: { p: { type: 'object', properties: { r: { type: 'boolean' } }, required: ['r'] } } },
    ['p: object, optional', 'p.r: boolean, always'],
  ],
  [{ $ref: '#/Error' }, ['code: integer or null, optional']],
])('the fields of %j', (schema, expected) => {
  const error = { type: 'object', properties: { code: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } };

  const fields = fieldsOf(schema, () => error);

  expect(fields.map(({ name, type, isRequired }) => `${name}: ${type}, ${isRequired ? 'always' : 'optional'}`)).toEqual(
    expected,
  );
  expect(typeOf({ items: { type: 'string' } })).toBe('array of string');
});
