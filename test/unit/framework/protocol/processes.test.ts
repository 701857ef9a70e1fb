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

it('a process carries a text in the variable that is asked for', () => {
  const found = processes({
    '2/environ': 'A=1\0NAME=x=the text=y\0',
    '3/environ': 'OTHER=the text\0NAME=x\0',
    '4/environ': 'NAME=another\0',
    '5/environ': 'the text\0=the text\0',
    '6/status': '',
    'self/environ': 'NAME=the text\0',
  });

  const second = { pid: 2, env: { A: '1', NAME: 'x=the text=y' } };
  expect(found.carrying('NAME', 'the text')).toEqual([second]);
  expect(found.carrying('NAME', 'the text', [3, 2, 9])).toEqual([second]);
  expect(found.carrying('NAME', 'the text', [3, 4])).toEqual([]);
});

it.each<NodeJS.Platform>(['darwin', 'win32'])('on %s nothing is known of all processes', (platform) => {
  expect(processes({ '2/environ': 'NAME=text\0' }, platform).carrying('NAME', 'text')).toEqual([]);
});

it('a plugin is known by its cookie, whatever its value', () => {
  const found = processes({
    '2/environ': 'A=1\0TF_PLUGIN_MAGIC_COOKIE=\0',
    '3/environ': 'NOTE=TF_PLUGIN_MAGIC_COOKIE=c\0',
  });

  expect([2, 3, 4].map((pid) => found.isPlugin(pid))).toEqual([true, false, false]);
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

it('the folder and the program of a process are read from its links', () => {
  const found = processes({ '2/cwd': '->/stack/two', '2/exe': '->/opt/bin/terraform' });

  expect([found.folderOf(2), found.programOf(2)]).toEqual(['/stack/two', 'terraform']);
  expect([found.folderOf(3), found.programOf(3)]).toEqual([undefined, undefined]);
});

it('connections are the connected sockets without a path from the third descriptor on', () => {
  const row = (state: string, end: string) => `ffff0000: 00000003 00000000 00000000 0001 ${state} ${end}`;
  const found = processes({
    'net/unix': ['Num', row('03', '70'), row('03', '71'), row('01', '72'), row('03', '73 /run/x'), ''].join('\n'),
    '2/fd/2': '->socket:[70]',
    '2/fd/3': '->socket:[70]',
    '2/fd/4': '->socket:[71]',
    '2/fd/5': '->socket:[72]',
    '2/fd/6': '->socket:[73]',
    '2/fd/7': '->pipe:[71]',
    '3/fd/2': '->socket:[71]',
  });

  expect(found.connectionsOf([2, 3, 4])).toEqual(
    new Map([
      [2, ['70', '71']],
      [3, []],
      [4, []],
    ]),
  );
});

it('without the table of sockets there are no connections', () => {
  expect(processes({ '2/fd/3': '->socket:[70]' }).connectionsOf([2])).toEqual(new Map([[2, []]]));
});
