import { expect, test } from 'vitest';
import { realEnvironment } from '../../../provider/client/environment';

test.each([2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53])(
  'a sleep of %d ms neither ends at once nor warns, and can be ended',
  async (ms) => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const awake = new AbortController();
    try {
      const sleeping = realEnvironment.sleep(ms, awake.signal).then(
        () => 'ended',
        (error: Error) => error.name,
      );
      expect(await Promise.race([sleeping, realEnvironment.sleep(20).then(() => 'sleeps')])).toBe('sleeps');
      awake.abort();
      expect(await sleeping).toBe('AbortError');
      expect(warnings).toEqual([]);
    } finally {
      awake.abort();
      process.off('warning', warn);
    }
  },
);
