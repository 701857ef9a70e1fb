import { defineFunction, FunctionError, stringParameter } from '../../framework';
import { UNITS } from './size-units';

const SIZE = /^(\d+)(?:\.(\d+))?\s*([A-Za-z]*)$/;

/** Converts a size with a unit to a number of bytes, of any size. It reads neither a sign nor an exponent. */
export const parseSize = defineFunction({
  name: 'parse_size',
  summary: 'Bytes of a size such as "10GiB"',
  description:
    'The exact number of bytes that a text means: `"10GiB"`, `"1.5 GB"`, `"512"`. Units are `B`, `kB` (or `KB`), `MB`, ' +
    '`GB`, `TB`, `PB`, `EB` by powers of 1000, and `KiB`, `MiB`, `GiB`, `TiB`, `PiB`, `EiB` by powers of 1024; without a unit it is ' +
    'bytes. Case matters, spaces around number and unit do not. A size that is not a whole number of bytes is an error.',
  parameters: [stringParameter({ name: 'text', description: 'The size, such as `10GiB`.' })],
  returns: 'number',

  call(text) {
    const shown = JSON.stringify(text);
    const [match, whole = '', fraction = '', unit = ''] = SIZE.exec(text.trim()) ?? [];
    if (match === undefined) {
      throw new FunctionError(
        `${shown} is not a size: write a number and a unit, such as "10GiB", "1.5 GB" or "512"`,
        0,
      );
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
