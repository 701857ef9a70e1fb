import { expect, test } from 'vitest';
import { linkOn, linksOf, visitBucket } from './objects-support';
import { Visitor } from './visitor';

const HOUR_S = 3_600;

test('the page of an object in a folder leads back to the folder, and shows its SHA-256 and metadata as text', async () => {
  const { visitor, put, path } = await visitBucket();
  await put('f/a.txt', 'abc', { ChecksumAlgorithm: 'SHA256', Metadata: { owner: '<b>me</b>' } });
  const list = await visitor.get(`${path}?prefix=f/`);

  const [link = ''] = linksOf(list.text, 'a.txt');
  const { text } = await visitor.get(link);

  expect(text).toContain('<h1>f/a.txt</h1>');
  expect(text).toContain('title="3 bytes">3 bytes</span>');
  expect(text).toContain('SHA256 <code>ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=</code>');
  expect(text).toContain('&#60;b&#62;me&#60;/b&#62;');
  expect(linksOf(text, 'f/')).toEqual([`${path}?prefix=f%2F`]);
});

test('a link is shown once, opens one object for a time, ends with its key, and contains no secret', async () => {
  const { emulator, visitor, send, put, credentials, path } = await visitBucket();
  await put('a', 'one');
  await put('b', 'two');
  const fields = { key: 'a', access_key_id: credentials.accessKeyId, lifetime: `${HOUR_S}` };
  const make = async () => linkOn((await visitor.post(`${path}/object/share`, fields)).text);
  const signature = /X-Amz-Signature=(\w+)/;

  const link = await make();
  const other = await fetch(link.replace('/a?', '/b?'));
  const put2 = await fetch(link, { method: 'PUT', body: 'x' });
  emulator.clock.advance((HOUR_S - 60) * 1000);
  const inTime = await fetch(link);
  emulator.clock.advance(120_000);
  const late = await fetch(link);
  const fresh = await make();
  const isFresh = await fetch(fresh);
  await send('DELETE', `/s3/keys/${credentials.id}`);
  const revoked = await fetch(fresh);
  for (const page of ['/journal', path, `${path}/object/details?key=a`]) await visitor.get(page);

  expect([other, put2, inTime, late, isFresh, revoked].map(({ status }) => status)).toEqual([
    403, 403, 200, 403, 200, 403,
  ]);
  const all = visitor.sources.join('\n');
  expect(all).not.toContain(credentials.secretAccessKey);
  const [, drawn = 'none'] = signature.exec(link) ?? [];
  expect(visitor.sources.filter((source) => source.includes(drawn))).toHaveLength(1);
  expect(JSON.stringify([emulator.journal.requests(), emulator.dump()])).not.toContain(drawn);
});

test('only the visitor’s own keys that may read the bucket are offered and sign links', async () => {
  const { emulator, visitor, plane, bucket, credentials, put, path } = await visitBucket();
  await put('a');
  await put('x/../a');
  const blind = await plane.key([bucket], { write: true });
  const elsewhere = await plane.key([await plane.bucket()], { read: true });
  const share = (fields: object) =>
    visitor.post(`${path}/object/share`, {
      key: 'a',
      access_key_id: credentials.accessKeyId,
      lifetime: '900',
      ...fields,
    });

  const details = await visitor.get(`${path}/object/details?key=a`);
  const refused = [
    await share({ access_key_id: blind.accessKeyId }),
    await share({ access_key_id: elsewhere.accessKeyId }),
    await share({ lifetime: '999999' }),
    await share({ key: 'x%2F..%2Fa' }),
  ];
  const gone = await share({ key: 'gone' });
  const forged = await share({ csrf: 'wrong' });
  const other = await new Visitor(emulator).signIn(emulator.newProject().token);

  expect(details.text).toContain(`<option value="${credentials.accessKeyId}"`);
  expect(details.text).not.toContain(blind.accessKeyId);
  expect(details.text).not.toContain(elsewhere.accessKeyId);
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect([gone.status, forged.status]).toEqual([404, 403]);
  expect((await other.get(`${path}/object/details?key=a`)).status).toBe(404);
  for (const { text } of refused) expect(linkOn(text)).toBe('');
});
