import { describe, expect, test } from 'vitest';
import { base64, type Send, start } from '../support';

const READ = { read: true, write: false, owner: false };
const SHAPES = ['array_link', 'envelope_link', 'envelope_cursor'] as const;

/** The path of each list, and what creates an object in it. */
const LISTS: Readonly<Record<string, readonly [create: string, body: (n: number) => object]>> = {
  '/secrets': ['/secrets', (n) => ({ name: `s-${n}`, value: base64('x') })],
  '/secrets/pull': ['/secrets/pull', () => ({ server: 'ghcr.io', username: 'u', password: 'p' })],
  '/s3/buckets': ['/s3/buckets', () => ({ max_size: 1 })],
  '/s3/keys': ['/s3/keys', () => ({ bucket_ids: [], permissions: READ })],
};

/** The ids of each page, of no more pages than there can be. */
async function pagesOf(send: Send, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = path; next !== undefined && pages.length < 9; ) {
    const { json, headers } = await send('GET', next);
    const records = (Array.isArray(json) ? json : json.data) as { id: string }[];
    pages.push(records.map(({ id }) => id));
    const cursor = json.next_cursor ? `${path}?cursor=${json.next_cursor}` : undefined;
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? cursor;
  }
  return pages;
}

describe.each(SHAPES)('with listShape %s', (listShape) => {
  test.each(Object.entries(LISTS))(
    'the pages of %s hold every object once, in order',
    async (path, [create, bodyOf]) => {
      const { send, project } = await start({ dialect: 'extended', knobs: { listShape, pageSize: 2 } });
      const ids: string[] = [];
      const add = async () => {
        const { json } = await send('POST', create, { project_id: project, ...bodyOf(ids.length) });
        ids.push(json.id ?? json.data?.id ?? json.pull_secret_id);
      };

      expect(await pagesOf(send, path)).toEqual([[]]);
      for (let n = 0; n < 4; n += 1) await add();
      expect(await pagesOf(send, path)).toEqual([ids.slice(0, 2), ids.slice(2)]);
      await add();
      expect(await pagesOf(send, path)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    },
  );
});

/** As a list would write it. */
const cursorOf = (position: string) => Buffer.from(position).toString('base64url');

test.each([
  ['of no position', cursorOf('0')],
  ['before the first', cursorOf('-1')],
  ['between two positions', cursorOf('1.5')],
  ['of no number', cursorOf('x')],
  ['written in another way', cursorOf('01')],
  ['beyond all numbers', cursorOf('9007199254740993')],
  ['with padding', 'MQ=='],
  ['that is empty', ''],
])('a cursor %s is not one that a list gave: %s', async (_what, cursor) => {
  const { send } = await start({ knobs: { listShape: 'envelope_cursor' } });

  const { status, json } = await send('GET', `/s3/keys?cursor=${encodeURIComponent(cursor)}`);

  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { field: 'cursor', message: '"cursor" is not one that a list gave.' } });
});
