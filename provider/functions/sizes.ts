import { defineFunction, FunctionError, parameter, toBigInt } from '../../framework';

/** The bytes of each unit that a size may have, by its name, in which case matters: `kB` and `KB` are 1000, `KiB` is 1024. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['B', 1n],
  ...['k', 'M', 'G', 'T', 'P', 'E'].map((prefix, i): [string, bigint] => [`${prefix}B`, 1000n ** BigInt(i + 1)]),
  ['KB', 1000n],
  ...['K', 'M', 'G', 'T', 'P', 'E'].map((prefix, i): [string, bigint] => [`${prefix}iB`, 1024n ** BigInt(i + 1)]),
]);

const SIZE = /^(\d+)(?:\.(\d+))?\s*([A-Za-z]*)$/;

/** Converts a size with a unit to a number of bytes, of any size. It reads neither a sign nor an exponent. */
export const parseSize = defineFunction({
  name: 'parse_size',
  summary: 'Bytes of a size such as "10GiB"',
  description:
    'The exact number of bytes that a text means: `"10GiB"`, `"1.5 GB"`, `"512"`. Units are `B`, `kB` (or `KB`), `MB`, ' +
    '`GB`, `TB`, `PB`, `EB` by powers of 1000, and `KiB`, `MiB`, `GiB`, `TiB`, `PiB`, `EiB` by powers of 1024; without a unit it is ' +
    'bytes. Case matters, spaces around number and unit do not. A size that is not a whole number of bytes is an error.',
  parameters: [parameter({ name: 'text', type: 'string', description: 'The size, such as `10GiB`.' })],
  returns: 'number',

  call(text) {
    const shown = JSON.stringify(text);
    const [match, whole = '', fraction = '', unit = ''] = SIZE.exec(text.trim()) ?? [];
    if (match === undefined) {
      const advice = 'write a number and a unit, such as "10GiB", "1.5 GB" or "512"';
      throw new FunctionError(`${shown} is not a size: ${advice}`, 0);
    }
    const factor = UNITS.get(unit === '' ? 'B' : unit);
    if (factor === undefined) {
      const known = [...UNITS.keys()].join(', ');
      throw new FunctionError(`${shown} has the unknown unit ${JSON.stringify(unit)}: use one of ${known}`, 0);
    }
    const [bytes, scale] = [BigInt(whole + fraction) * factor, 10n ** BigInt(fraction.length)];
    if (bytes % scale !== 0n) throw new FunctionError(`${shown} is not a whole number of bytes`, 0);
    return bytes / scale;
  },
});

/** Converts a number of bytes to an exact text with a unit, up to EiB. */
export const formatSize = defineFunction({
  name: 'format_size',
  summary: 'A number of bytes as a size such as "10GiB"',
  description:
    'A number of bytes as an exact text without a fraction: in the largest unit by powers of 1024 of which it is a whole ' +
    'number. `10737418240` is `10GiB`, `1536` is `1536B`, `0` is `0B`. `parse_size` reads it back.',
  parameters: [parameter({ name: 'bytes', type: 'number', description: 'Whole number of bytes, at least 0.' })],
  returns: 'string',

  call(bytes) {
    const whole = toBigInt(bytes);
    if (whole === undefined || whole < 0n) {
      throw new FunctionError(`${bytes} is not a number of bytes: it must be whole and at least 0`, 0);
    }
    const binary = [...UNITS].filter(([unit]) => unit.endsWith('iB')).reverse();
    const [unit, factor] = binary.find(([, size]) => whole !== 0n && whole % size === 0n) ?? ['B', 1n];
    return `${whole / factor}${unit}`;
  },
});
