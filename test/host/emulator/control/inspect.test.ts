import { expect, test } from 'vitest';
import { startEmulator } from '../support';

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
