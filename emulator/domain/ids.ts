import type { Random } from './ports';

const ADJECTIVES =
  'amber bold brisk calm clear cosy crisp dawn eager fair fleet fond glad keen kind light lively lucid mellow mild neat noble plain proud quick quiet rapid sunny swift tidy vivid warm'.split(
    ' ',
  );
const NOUNS =
  'acorn anchor arbor badger basin beacon birch canyon cedar cobble comet coral dune ember fern fjord grove harbor heron island juniper lagoon lantern maple meadow otter pebble quarry raven summit tundra willow'.split(
    ' ',
  );

/** Draws until `find` finds nothing of that name, because with a fixed RNG seed a restart draws the same values as earlier runs. */
export function drawFresh(draw: (random: Random) => string, random: Random, find: (drawn: string) => unknown): string {
  let drawn = draw(random);
  while (find(drawn)) drawn = draw(random);
  return drawn;
}

/** An object's id: a version 4 UUID. */
export function drawId(random: Random): string {
  const bytes = Uint8Array.from(random.bytes(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A bucket's alias: a valid S3 bucket name that people can tell apart, such as `calm-otter-3f9a1c`. */
export function drawAlias(random: Random): string {
  const bytes = random.bytes(5);
  const pick = (words: readonly string[], byte: number | undefined) => words[Number(byte) % words.length];
  return `${pick(ADJECTIVES, bytes[0])}-${pick(NOUNS, bytes[1])}-${toHex(bytes.subarray(2))}`;
}

/** The public half of an access key, shaped like Garage's: `GK` and 24 hexadecimal digits. */
export const drawAccessKeyId = (random: Random) => `GK${toHex(random.bytes(12))}`;

/** The secret half of an access key: 64 hexadecimal digits. */
export const drawSecretAccessKey = (random: Random): string => toHex(random.bytes(32));

/** The random part of the id of a multipart upload: 20 hexadecimal digits. */
export const drawUploadToken = (random: Random): string => toHex(random.bytes(10));

/** A bearer token: a prefix that secret scanners and people recognise, and 40 hexadecimal digits. */
export const drawToken = (random: Random) => `coffer_${toHex(random.bytes(20))}`;

/** The id of a new project: `project-` and 12 hexadecimal digits. */
export const drawProjectId = (random: Random) => `project-${toHex(random.bytes(6))}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}
