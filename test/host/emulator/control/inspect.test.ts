import { expect, test } from 'vitest';
import { startEmulator } from '../support';

test('a bucket that is not there is an error that names those that are', async () => {
  const emulator = await startEmulator();
  const { inspect } = emulator;
  expect(() => inspect.objects('name')).toThrow('There is no bucket with the id "name". There are none.');
  const buckets = Array.from({ length: 12 }, (_, n) => ({ id: `b-${n}`, alias: `name-${n}`, max_size: 1 }));

  emulator.seedFrom({ buckets });

  expect(() => inspect.objects('name-1')).toThrow(
    /There are: b-0 \(alias name-0\), .* b-9 \(alias name-9\), 2 more\.$/,
  );
  expect(inspect.objects('b-1')).toEqual([]);
});

test('a value that is no text in UTF-8 is refused as one, and read as bytes', async () => {
  const emulator = await startEmulator();
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);

  emulator.seedFrom({
    secrets: [
      { id: 'bytes', name: 'bytes', value: { base64: bytes.toString('base64') } },
      { id: 'text', name: 'text', value: 'grüße' },
    ],
  });

  expect(emulator.inspect.secretValue('text')).toBe('grüße');
  expect(() => emulator.inspect.secretValue('bytes')).toThrow('is no text in UTF-8: secretBytes(id) has its bytes.');
  expect([...emulator.inspect.secretBytes('bytes')]).toEqual([...bytes]);
});
