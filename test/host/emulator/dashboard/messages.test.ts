import { expect, test } from 'vitest';
import { FILE_HEADERS, PAGE_HEADERS } from '../../../../emulator/dashboard/reply';
import { start } from '../support';
import { seedOf } from './seen';
import { hiddenField, Visitor, visit } from './visitor';

test('a key that could not be made can be made by the same form, and a form without its mark makes none', async () => {
  const { emulator, visitor } = await visit({ projects: ['one'] });
  emulator.seedFrom(seedOf('one'));
  const once = hiddenField((await visitor.get('/keys')).text, 'once');
  const form = { project_id: 'one', bucket_ids: ['gone'], permissions: ['read'], anyway: 'yes' };

  const refused = await visitor.post('/keys', { ...form, once });
  const made = await visitor.post('/keys', { ...form, once, bucket_ids: ['bucket-0'] });
  const again = await visitor.submit('/keys', { ...form, once, bucket_ids: ['bucket-0'] });
  const unmarked = await visitor.submit('/keys', { ...form, once: '', bucket_ids: ['bucket-0'] });

  expect(refused.status).toBe(422);
  const key = emulator.inspect.accessKeys().at(-1);
  const secret = emulator.inspect.secretAccessKey(key?.id ?? '');
  expect(made.text).toContain(secret);
  for (const { text } of [again, unmarked]) expect(text).not.toContain(secret);
  expect(emulator.inspect.accessKeys().at(-1)).toEqual(key);
});

test('pages, redirects and assets, which need no session, have the headers that keep others out', async () => {
  const { emulator } = await start();
  const visitor = await new Visitor(emulator).signIn();
  const page = await visitor.get('/secrets');
  const [, script = ''] = /<script src="\/dashboard([^"]*)"/.exec(page.text) ?? [];
  const [, style = ''] = /rel="stylesheet" href="\/dashboard([^"]*)"/.exec(page.text) ?? [];

  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const common = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  const headersOf = ({ headers }: { headers: Headers }) => Object.fromEntries(headers);
  expect(PAGE_HEADERS).toEqual(common);
  expect(headersOf(page)).toMatchObject({
    ...{ ...common, 'content-security-policy': `${policy}; script-src 'self'; connect-src 'self'` },
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headersOf(await visitor.get('/'))).toMatchObject({ ...common, location: '/dashboard/secrets' });
  expect(FILE_HEADERS).toEqual({
    ...common,
    'content-type': 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
  for (const [path, type, seconds] of [
    [script, 'text/javascript', '31536000, immutable'],
    [style, 'text/css', '31536000, immutable'],
    ['/icon.svg', 'image/svg+xml', '86400'],
  ] as const) {
    const { status, headers, text } = await new Visitor(emulator).get(path);
    expect([status, text !== '']).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${seconds}` },
      'x-content-type-options': 'nosniff',
    });
  }
});
