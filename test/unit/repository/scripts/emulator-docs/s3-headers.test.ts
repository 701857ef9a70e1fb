import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATUS } from '../../../../../emulator/s3/errors';
import { HARMLESS, MISSING, MISSING_PREFIXES } from '../../../../../emulator/s3/routing/unsupported-headers';
import { REQUEST_HEADERS } from '../../../../../scripts/emulator-docs/s3-headers';
import { EVERYWHERE, RESPONSES } from '../../../../../scripts/emulator-docs/s3-responses';
import { inRoot } from '../../../../../scripts/support/paths';

test('every header that the code names is in one of the tables', () => {
  const folder = inRoot('emulator/s3');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const named = sources.flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/'(x-amz-[a-z0-9-]*[a-z0-9]|if-[a-z-]+|content-md5)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  const responses = Object.values(RESPONSES).flatMap(({ headers = [], optional = [] }) => [...headers, ...optional]);
  const shown = [
    ...REQUEST_HEADERS.flatMap(([names]) => names),
    ...[...Object.keys(HARMLESS), ...MISSING, ...MISSING_PREFIXES.map((prefix) => `${prefix}…`)],
    ...[...responses, ...Object.keys(EVERYWHERE)],
  ].map((name) => name.toLowerCase());
  // Parameters of presigned URLs, and fields of forms.
  const noHeaders = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-signature', 'x-amz-expires', 'x-amz-signedheaders'];

  expect(named.length).toBeGreaterThan(60);
  expect(
    [...new Set(named)].filter((name) => !noHeaders.includes(name) && !shown.some((each) => fits(each, name))),
  ).toEqual([]);
});

test('every code of an error that the table of headers names has that status', () => {
  const claims = REQUEST_HEADERS.flatMap(([, , otherwise]) =>
    [...otherwise.matchAll(/(\d{3}) ((?:`\w+`(?:, | or )?)+)/g)].flatMap(([, status, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, status: Number(status) })),
    ),
  );

  expect(claims.length).toBeGreaterThan(25);
  expect(claims.filter(({ name, status }) => STATUS[name as keyof typeof STATUS] !== status)).toEqual([]);
});

/** `x-amz-meta-…` is every name that begins so. */
const fits = (shown: string, name: string) =>
  shown.endsWith('…') ? name.startsWith(shown.slice(0, -1)) : shown === name;
