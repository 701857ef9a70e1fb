import { createHash } from 'node:crypto';
import { signer } from '../../../host/emulator/s3/raw';
import type { Credentials } from '../../../host/emulator/s3/support';
import type { Dice } from '../../../support/dice';
import { formBody } from './form';
import { HEADER_VALUES, HEADERS, KEYS, KNOWN, METHODS, PARAMETERS, VALUES, XML_SCRAPS } from './words';

/** Where requests go. */
export interface Aim {
  readonly host: string;
  readonly bucket: string;
  readonly credentials: Credentials;
  /** Ids of uploads in parts, as they become known. */
  readonly uploads: string[];
}

/** A request as bytes. */
export interface Fuzzed {
  readonly bytes: Buffer;
  /** Whether it is HTTP as it should be, so that it has to be answered. */
  readonly isWhole: boolean;
  /** For the message of a failure. */
  readonly label: string;
}

type Query = Record<string, string>;

interface Draft {
  method: string;
  path: string;
  query: Query;
  headers: Record<string, string>;
  body: Buffer;
}

/** Draws a request: one that S3 knows, changed in some places, and signed for most part as it then is. */
export async function draw(dice: Dice, aim: Aim): Promise<Fuzzed> {
  const draft = drawKnown(dice, aim);
  for (let changes = dice.roll(4); changes > 0; changes -= 1) change(dice, draft);
  if (dice.roll(6) === 0) chunk(dice, draft);
  else if (dice.roll(10) === 0) makeForm(dice, draft, aim);
  const { headers, query } = await sign(dice, draft, aim);
  const search = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  const target = search.length > 0 ? `${draft.path}?${search.join('&')}` : draft.path;
  const length = dice.roll(40) === 0 ? dice.roll(2 * draft.body.length + 10) : draft.body.length;
  const framing = draft.headers['transfer-encoding'] === undefined ? { 'content-length': String(length) } : {};
  const lines = Object.entries({ ...headers, ...framing, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = Buffer.from(`${draft.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  const bytes = Buffer.concat([head, draft.body]);
  const label = `${draft.method} ${target.slice(0, 200)}`;
  const isReadable =
    length === draft.body.length &&
    'content-length' in framing &&
    /^[\x21-\x7e]+$/.test(target) &&
    !('upgrade' in headers);
  if (dice.roll(20) > 0) return { bytes, isWhole: isReadable, label };
  return { bytes: scramble(dice, bytes), isWhole: false, label };
}

function drawKnown(dice: Dice, { bucket, uploads }: Aim): Draft {
  const [method, text, body] = KNOWN[dice.roll(KNOWN.length)] ?? ['GET', '', ''];
  const query: Query = {};
  for (const [name, value] of new URLSearchParams(text)) {
    query[name] = value.replace('{upload}', uploads.at(-1 - dice.roll(3)) ?? 'unknown');
  }
  const key = dice.roll(3) === 0 ? dice.pick(KEYS) : dice.pick(['a', 'b/c', 'part']);
  const isOfBucket = /cors|lifecycle|website|delete|list-type/.test(text) || (text === 'uploads' && method === 'GET');
  const path = isOfBucket ? `/${bucket}` : `/${bucket}/${key}`;
  return { method, path, query, headers: {}, body: Buffer.from(body) };
}

function change(dice: Dice, draft: Draft): void {
  switch (dice.roll(6)) {
    case 0:
      draft.method = dice.pick(METHODS);
      return;
    case 1:
      draft.path = dice.pick(['/', '', `/${dice.pick(KEYS)}`, `${draft.path}/${dice.pick(KEYS)}`, '*', '//']);
      if (!draft.path.startsWith('/')) draft.path = `/${draft.path}`;
      return;
    case 2:
      draft.query[dice.pick(PARAMETERS)] = dice.pick(VALUES);
      return;
    case 3:
      draft.headers[dice.pick(HEADERS)] = dice.pick(HEADER_VALUES);
      return;
    case 4:
      draft.body = changeText(dice, draft.body);
      return;
    default:
      draft.body = dice.bytes(dice.roll(dice.roll(20) === 0 ? 200_000 : 300));
  }
}

function changeText(dice: Dice, body: Buffer): Buffer {
  const at = dice.roll(body.length + 1);
  const scrap = Buffer.from(dice.pick(XML_SCRAPS));
  return Buffer.concat([body.subarray(0, at), scrap, body.subarray(at + dice.roll(10))]);
}

/** Puts the body into `aws-chunked`, rightly or nearly so. */
function chunk(dice: Dice, draft: Draft): void {
  const isSigned = dice.roll(3) === 0;
  const size = dice.roll(4) === 0 ? dice.roll(2 ** 16) : draft.body.length;
  const signature = isSigned ? `;chunk-signature=${dice.bytes(32).toString('hex')}` : '';
  const line = dice.pick(['', 'x-amz-checksum-crc32:AAAAAA==', 'x-amz-checksum-crc32:', 'junk', ':']);
  const trailer = line && `${line}\r\n`;
  draft.headers['x-amz-content-sha256'] = isSigned
    ? dice.pick(['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER'])
    : 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
  draft.headers['x-amz-decoded-content-length'] =
    dice.roll(8) === 0 ? dice.pick(HEADER_VALUES) : String(draft.body.length);
  if (trailer !== '' && dice.roll(4) > 0) draft.headers['x-amz-trailer'] = 'x-amz-checksum-crc32';
  const data = draft.body.length > 0 ? [`${size.toString(16)}${signature}\r\n`, draft.body, '\r\n'] : [];
  const framed = Buffer.concat([...data, `0${signature}\r\n${trailer}\r\n`].map((part) => Buffer.from(part)));
  draft.body = dice.roll(3) === 0 ? scramble(dice, framed) : framed;
}

function makeForm(dice: Dice, draft: Draft, { bucket, credentials }: Aim): void {
  const boundary = 'fuzzed';
  const body = formBody(dice, boundary, bucket, credentials);
  draft.method = 'POST';
  draft.path = `/${bucket}`;
  draft.query = {};
  draft.headers = { 'content-type': dice.pick([`multipart/form-data; boundary=${boundary}`, 'multipart/form-data']) };
  draft.body = dice.roll(2) === 0 ? scramble(dice, body) : body;
}

/** Rightly nine times out of ten; in headers or in the query. */
async function sign(dice: Dice, draft: Draft, { host, credentials }: Aim) {
  const { method, path, query, body } = draft;
  const sha256 = dice.roll(3) === 0 ? 'UNSIGNED-PAYLOAD' : createHash('sha256').update(body).digest('hex');
  const hash = draft.headers['x-amz-content-sha256'] ?? sha256;
  const headers = { host, ...draft.headers };
  const luck = dice.roll(30);
  if (luck === 0 || draft.headers['content-type']?.startsWith('multipart/form-data')) return { headers, query };
  const by = signer(luck === 1 ? { ...credentials, secretAccessKey: 'wrong' } : credentials);
  const plain = { method, protocol: 'http:', hostname: host, path, query, headers };
  if (dice.roll(6) === 0) {
    const signed = await by.presign(plain, { expiresIn: 60 });
    return { headers: signed.headers, query: (signed.query ?? {}) as Query };
  }
  const signed = await by.sign({ ...plain, headers: { ...headers, 'x-amz-content-sha256': hash } });
  if (luck === 2)
    signed.headers.authorization = changeText(dice, Buffer.from(signed.headers.authorization ?? ''))
      .toString('latin1')
      .replace(/[\r\n]/g, '');
  return { headers: signed.headers, query };
}

function scramble(dice: Dice, bytes: Buffer): Buffer {
  const scrambled = Buffer.from(bytes);
  for (let left = 1 + dice.roll(5); left > 0; left -= 1) scrambled[dice.roll(scrambled.length)] = dice.roll(256);
  return dice.roll(3) === 0 ? scrambled.subarray(0, dice.roll(scrambled.length)) : scrambled;
}
