import { defineFunction, FunctionError, numberParameter, toBigInt } from '../../framework';
import { BINARY_UNITS } from './size-units';

/** Converts a number of bytes to an exact text with a unit, up to EiB. */
export const formatSize = defineFunction({
  name: 'format_size',
  summary: 'A number of bytes as a size such as "10GiB"',
  description:
    'A number of bytes as an exact text without a fraction: in the largest unit by powers of 1024 of which it is a whole ' +
    'number. `10737418240` is `10GiB`, `1536` is `1536B`, `0` is `0B`. `parse_size` reads it back.',
  parameters: [numberParameter({ name: 'bytes', description: 'Whole number of bytes, at least 0.' })],
  returns: 'string',

  call(bytes) {
    const whole = toBigInt(bytes);
    if (whole === undefined || whole < 0n) {
      throw new FunctionError(`${bytes} is not a number of bytes: it must be whole and at least 0`, 0);
    }
    const [unit, factor] = BINARY_UNITS.find(([, size]) => whole !== 0n && whole % size === 0n) ?? ['B', 1n];
    return `${whole / factor}${unit}`;
  },
});
