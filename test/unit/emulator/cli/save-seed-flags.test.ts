import { beforeEach, expect, test, vi } from 'vitest';
import { runSaveSeed } from '../../../../emulator/cli/save-seed';

let [printed, said] = ['', ''];
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  return () => vi.restoreAllMocks();
});

test.each([
  [['--data', 'folder', '--with-values'], '--with-values needs --write'],
  [[], '--data is needed'],
  [['--wiht-values'], 'There is no flag --wiht-values.'],
])('save-seed %j is refused', async (flags, says) => {
  expect(await runSaveSeed(flags, {})).toBe(2);
  expect([printed, said]).toEqual(['', expect.stringContaining(says)]);
});
