import { randomBytes } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { contentDisposition } from '../../../../emulator/dashboard/reply';
import { fieldsOf, linkOn, visitBucket } from './objects-support';
import { Visitor } from './visitor';
import { HOSTILE } from './world';

const PIECE = randomBytes(1024 * 1024);

/** A form as a browser sends it. */
async function uploadForm(
  visitor: Visitor,
  file: Blob | string,
  filename: string,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf: await visitor.csrf(), prefix: '', name: '', ...fields }))
    form.set(name, value);
  form.set('file', new Blob([file], { type: 'text/x-test' }), filename);
  return form;
}

async function visitFiles(maxSize?: number) {
  const visited = await visitBucket({ ...(maxSize !== undefined && { maxSize }) });
  const { s3, bucket, path } = visited;
  return {
    ...visited,
    get: (Key: string) => s3.send(new GetObjectCommand({ Bucket: bucket.alias, Key })),
    objectOf: (key: string) => `${path}/object?${new URLSearchParams({ key })}`,
  };
}

/** Fields of the page that asks before an object is deleted. */
async function deletion(visitor: Visitor, path: string, key: string) {
  const { text } = await visitor.get(`${path}/object/delete?${new URLSearchParams({ key })}`);
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]?.replaceAll('&#39;', "'") ?? '';
  return { key: field('key'), version: field('version') };
}

test('a file of any size is uploaded into a folder and downloaded unchanged', {
  timeout: 60_000,
}, async () => {
  const { visitor, get, path } = await visitFiles();
  const large = new Blob(Array.from({ length: 24 }, () => PIECE));

  const response = await visitor.send(
    `${path}/upload`,
    await uploadForm(visitor, large, 'C:\\fake\\large.bin', { prefix: 'a%2Fb%2F' }),
  );
  const down = await visitor.send(`${path}/object?key=a/b/large.bin`);

  const stored = await get('a/b/large.bin');
  expect(response.headers.get('location')).toBe(`/dashboard${path}?prefix=a%2Fb%2F`);
  expect(stored).toMatchObject({ ContentLength: large.size, ContentType: 'text/x-test' });
  expect(Buffer.from(await down.arrayBuffer()).equals(Buffer.from(await large.arrayBuffer()))).toBe(true);
  expect(down.headers.get('content-length')).toBe(`${large.size}`);
});

test('a download is saved, and runs nowhere', async () => {
  const { visitor, put, objectOf } = await visitFiles();
  await put('page.html', '<script>alert(1)</script>');

  const { headers } = await visitor.send(objectOf('page.html'));

  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  expect(headers.get('content-disposition')).toMatch(/^attachment; /);
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each(Object.entries(HOSTILE))(
  'a key with %s is listed, downloaded, shared, selected and deleted',
  async (_, key) => {
    const { visitor, put, path, objectOf, credentials } = await visitFiles();
    const neighbour = key.slice(0, -1);
    await put(key, 'body of it');
    await put(neighbour, 'stays');
    const share = { key: encodeURIComponent(key), access_key_id: credentials.accessKeyId, lifetime: '900' };

    const list = await visitor.get(
      `${path}?${new URLSearchParams({ prefix: key.slice(0, key.lastIndexOf('/') + 1) })}`,
    );
    const details = await visitor.get(`${path}/object/details?${new URLSearchParams({ key })}`);
    const down = await visitor.send(objectOf(key));
    const shared = await fetch(linkOn((await visitor.post(`${path}/object/share`, share)).text));
    const asked = await visitor.post(`${path}/selection`, { prefix: '', object: [encodeURIComponent(key)] });
    const deleted = await visitor.submit(`${path}/object/delete`, await deletion(visitor, path, key));
    await put(key, 'body of it');
    await visitor.submit(`${path}/objects/delete`, {
      ...fieldsOf(asked.text, `${path}/objects/delete`),
      up_to: '9999',
    });

    expect([list.status, details.status, asked.status]).toEqual([200, 200, 200]);
    expect(list.text + details.text + asked.text).not.toMatch(/[\u202e\t]|<img src=x/);
    expect([await down.text(), await shared.text()]).toEqual(['body of it', 'body of it']);
    expect(deleted.text).toContain('was deleted.');
    expect((await visitor.get(objectOf(key))).status).toBe(404);
    expect((await visitor.get(objectOf(neighbour))).text).toBe('stays');
  },
);

test.each([
  ['no file', '', {}, 'file'],
  ['a name that is taken', 'a', {}, 'replace'],
  ['a name that is too long', 'b', { name: 'k'.repeat(1_025) }, 'name'],
])('%s is told at its field of the form, and changes nothing', async (_, filename, fields, field) => {
  const { visitor, put, get, path } = await visitFiles();
  await put('a', 'before');

  const response = await visitor.send(`${path}/upload`, await uploadForm(visitor, 'after', filename, fields));

  expect(response.status).toBe(422);
  expect(await response.text()).toContain(`<p class="problem" id="${field}-problem">`);
  expect(await (await get('a')).Body?.transformToString()).toBe('before');
});

test('an object is replaced if that is requested', async () => {
  const { visitor, put, get, path } = await visitFiles();
  await put('a', 'before');

  await visitor.send(`${path}/upload`, await uploadForm(visitor, 'after', 'a', { replace: 'yes' }));

  expect(await (await get('a')).Body?.transformToString()).toBe('after');
});

test('a file beyond the quota is an error in the form, after all of it was sent', async () => {
  const { visitor, path } = await visitFiles(1_000);

  const response = await visitor.send(`${path}/upload`, await uploadForm(visitor, new Blob([PIECE, PIECE]), 'large'));

  expect(response.status).toBe(422);
  expect(await response.text()).toContain('The file needs 2 MiB; of the quota of 1000 bytes only 1000 bytes are free.');
  expect((await visitor.get('/buckets')).text).toContain('0 of 1000 bytes');
});

test('an upload by the script is checked first: names, taken names, and the quota for all files', async () => {
  const { visitor, put, get, path } = await visitFiles(2_000);
  await put('f/taken', 'before');
  const files: [key: string, size: number][] = [
    ['f/a', 1_500],
    ['f/taken', 1],
    ['k'.repeat(1_025), 1],
    ['', 1],
    ['f/b', 1_518],
    ['f/c', 494],
  ];
  const fields = { key: files.map(([key]) => encodeURIComponent(key)), size: files.map(([, size]) => `${size}`) };
  const check = async (more: object = {}) => {
    const { text } = await visitor.post(`${path}/upload/check`, { ...fields, ...more });
    return [...text.matchAll(/<li>([^<]*)<\/li>/g)]
      .flatMap(([, each = '']) => (each.includes('href') ? [] : [each]))
      .slice(-files.length);
  };

  const found = await check();
  const replacing = await check({ replace: 'yes', planned: '100' });

  expect(found).toEqual([
    '',
    expect.stringContaining('f/taken'),
    expect.stringContaining('1024 bytes'),
    expect.stringContaining('needs a name'),
    'The file needs 1.5 KiB; of the quota of 2 KiB only 494 bytes are free.',
    '',
  ]);
  expect([replacing[1], replacing[5]]).toEqual([
    '',
    'The file needs 494 bytes; of the quota of 2 KiB only 399 bytes are free.',
  ]);
  expect((await visitor.post(`${path}/upload/check`, { ...fields, csrf: 'wrong' })).status).toBe(403);
  expect(await (await get('f/taken')).Body?.transformToString()).toBe('before');
});

test.each(['', '-1', '1.5', '9'.repeat(30)])('a size of %j does not break the page', async (size) => {
  const { visitor, path } = await visitFiles(10);

  const checked = await visitor.post(`${path}/upload/check`, { key: ['a'], size: [size], planned: size });
  const response = await visitor.send(`${path}/upload`, await uploadForm(visitor, 'x'.repeat(20), 'a', { size }));

  expect([checked.status, response.status]).toEqual([200, 422]);
});

test('the script sends a complete key unchanged', async () => {
  const { visitor, get, path } = await visitFiles();
  const key = ' a"b/\r\n %41 ';

  const response = await visitor.send(
    `${path}/upload`,
    await uploadForm(visitor, 'x', 'file', { key: encodeURIComponent(key), size: '1' }),
  );

  expect(response.status).toBe(303);
  expect(await (await get(key)).Body?.transformToString()).toBe('x');
});

test('an object that was replaced meanwhile is not deleted', async () => {
  const { visitor, put, path, objectOf } = await visitFiles();
  await put('a', 'one');
  const asked = await deletion(visitor, path, 'a');
  await put('a', 'two');

  const response = await visitor.post(`${path}/object/delete`, asked);

  expect(response.status).toBe(409);
  expect((await visitor.get(objectOf('a'))).text).toBe('two');
});

test('an upload without proof, from another site, without a form or without a session stores nothing', async () => {
  const { emulator, visitor, path, get } = await visitFiles();
  const form = () => uploadForm(visitor, 'x', 'a');

  const forged = await visitor.send(`${path}/upload`, await uploadForm(visitor, 'x', 'a', { csrf: 'wrong' }));
  const foreign = await visitor.send(`${path}/upload`, await form(), { origin: 'http://evil.test' });
  const noForm = await visitor.post(`${path}/upload`, { a: 'b' });
  const nobody = await new Visitor(emulator).send(`${path}/upload`, await form());
  const other = await new Visitor(emulator).signIn(emulator.newProject().token);
  const theirs = await other.send(`${path}/upload`, await uploadForm(other, 'x', 'a'));

  expect([forged, foreign, noForm, nobody, theirs].map(({ status }) => status)).toEqual([403, 403, 415, 303, 404]);
  expect((await other.get(`${path}/object?key=a`)).status).toBe(404);
  await expect(get('a')).rejects.toThrow('The specified key does not exist');
});

test('an upload during a reset stores nothing', async () => {
  const { emulator, visitor, path } = await visitFiles();
  const form = await uploadForm(visitor, 'x', 'a');
  const snapshot = emulator.snapshot();

  const response = visitor.send(`${path}/upload`, form);
  emulator.reset();
  emulator.restore(snapshot);

  await response.catch(() => undefined);
  expect(emulator.inspect.buckets()).toHaveLength(1);
  expect((await (await new Visitor(emulator).signIn()).get('/buckets')).text).toContain('0 objects');
});

test.each([
  ['a/b/c.txt', `attachment; filename="c.txt"; filename*=UTF-8''c.txt`],
  ['folder/', `attachment; filename="object"; filename*=UTF-8''object`],
  ['ü".txt', `attachment; filename="__.txt"; filename*=UTF-8''%C3%BC_.txt`],
  ['..\\..\\x\r\nset-cookie: a', `attachment; filename="x__set-cookie_ a"; filename*=UTF-8''x__set-cookie_%20a`],
  ['.bashrc', `attachment; filename="_bashrc"; filename*=UTF-8''_bashrc`],
  ['gepj.\u202eexe', `attachment; filename="gepj._exe"; filename*=UTF-8''gepj._exe`],
])('%j is saved as %s', (key, header) => {
  expect(contentDisposition(key)).toBe(header);
});
