import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Processes } from '../../../../framework/protocol/processes';
import { temporaryFolder } from '../../support/temporary-folder';

/** A folder like `/proc` with these files. A text that begins with `->` is a link. */
function processes(files: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux'): Processes {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (text.startsWith('->')) symlinkSync(text.slice(2), join(root, path));
    else writeFileSync(join(root, path), text);
  }
  return new Processes(root, platform);
}

it('descendants of all threads and generations are found, each once, and nothing of a process that has ended', () => {
  const found = processes({
    '2/task/2/children': '3 4 ',
    '2/task/20/children': '5 ',
    '3/task/3/children': '6 ',
    '6/task/6/children': '7 3 ',
    '8/task/8/children': '9 ',
  });

  expect([...found.descendantsOf(2)].sort()).toEqual([3, 4, 5, 6, 7]);
  expect(found.descendantsOf(10)).toEqual([]);
});

it('on Windows no descendants are looked for', () => {
  expect(processes({}, 'win32').descendantsOf(process.pid)).toEqual([]);
});

it.each<NodeJS.Platform>(['darwin', 'win32'])('on %s nothing is known of all processes', (platform) => {
  expect(processes({ '2/environ': 'NAME=text\0' }, platform).carrying('NAME', 'text')).toEqual([]);
});

it.each([
  ['0000000000000001', [true, false, false]],
  ['0000000000004002', [false, true, true]],
  ['fffffffffffffffe', [false, true, true]],
  ['0000000000000000', [false, false, false]],
])('of the mask %s of ignored signals SIGHUP, SIGINT and SIGTERM are read', (mask, expected) => {
  const found = processes({ '2/status': `SigBlk:\tffffffffffffffff\nSigIgn:\t${mask}\nSigCgt:\tffffffffffffffff\n` });

  expect((['SIGHUP', 'SIGINT', 'SIGTERM'] as const).map((signal) => found.ignores(2, signal))).toEqual(expected);
});

it('a process without a mask ignores nothing', () => {
  expect(processes({ '2/status': 'Name:\tx\n' }).ignores(2, 'SIGHUP')).toBe(false);
  expect(processes({}).ignores(2, 'SIGHUP')).toBe(false);
});
