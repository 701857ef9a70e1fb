import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { AttachedHosts } from '../../../../framework/protocol/attached-hosts';
import { Processes } from '../../../../framework/protocol/processes';

const ADDRESS = '/run/fake-AbCd12/plugin';
const REATTACH = JSON.stringify({ 'registry.terraform.io/example/fake': { Addr: { String: ADDRESS } } });

/** A folder like `/proc`. */
let root: string;
let lines: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'framework-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  lines = [];
  showProcess(process.pid, {});
  listConnections();
});

interface Shown {
  readonly env?: Readonly<Record<string, string>>;
  readonly children?: readonly number[];
  /** Inodes of sockets by file descriptor. */
  readonly sockets?: Readonly<Record<number, number>>;
  readonly program?: string;
}

/** Adds a process; another one with the same id takes its place. */
function showProcess(pid: number, { env = {}, children = [], sockets = {}, program = '/bin/sh' }: Shown): void {
  const folder = join(root, String(pid));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'fd'), { recursive: true });
  mkdirSync(join(folder, 'task', String(pid)), { recursive: true });
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}\0`);
  writeFileSync(join(folder, 'environ'), variables.join(''));
  writeFileSync(join(folder, 'task', String(pid), 'children'), `${children.join(' ')} `);
  symlinkSync(`/stack/${pid}`, join(folder, 'cwd'));
  symlinkSync(program, join(folder, 'exe'));
  symlinkSync('pipe:[1]', join(folder, 'fd', '9'));
  for (const [fd, inode] of Object.entries(sockets)) symlinkSync(`socket:[${inode}]`, join(folder, 'fd', fd));
}

/** Writes the table of Unix sockets: these are connected. Others listen, or are the side of a server. */
function listConnections(...inodes: readonly number[]): void {
  const row = (state: string, end: string) => `ffff0000: 00000003 00000000 00000000 0001 ${state} ${end}`;
  mkdirSync(join(root, 'net'), { recursive: true });
  writeFileSync(
    join(root, 'net/unix'),
    ['Num RefCount Protocol Flags Type St Inode Path', row('01', `8 ${ADDRESS}`), row('03', `9 ${ADDRESS}`)]
      .concat(inodes.map((inode) => row('03', String(inode))))
      .join('\n'),
  );
}

const attachedHosts = (env: Readonly<Record<string, string>> = {}, platform: NodeJS.Platform = 'linux') => {
  const tell = (line: string) => lines.push(line);
  return new AttachedHosts('fake', ADDRESS, new Processes(root, platform), { env, folder: '/work' }, tell);
};

const host = (more: Readonly<Record<string, string>> = {}) => ({ TF_REATTACH_PROVIDERS: REATTACH, ...more });

it('the host of a connection is the process with our address and a new connection', () => {
  showProcess(process.pid, { children: [2] });
  showProcess(2, { env: host(), children: [3, 4, 5] });
  showProcess(3, { env: host({ FAKE_TOKEN: 't=u' }), sockets: { 3: 70 } });
  showProcess(4, { env: host({ TF_PLUGIN_MAGIC_COOKIE: 'c' }), sockets: { 7: 71 } });
  showProcess(5, { env: { TF_REATTACH_PROVIDERS: '{"other":{}}' }, sockets: { 7: 72 } });
  showProcess(6, { env: { NOTE: REATTACH }, sockets: { 7: 73 } });
  listConnections(70, 71, 72, 73);

  expect(attachedHosts().connected()).toEqual({
    folder: '/work',
    hosts: [{ pid: 3, env: host({ FAKE_TOKEN: 't=u' }), folder: '/stack/3' }],
  });
});

it('no host is found without /proc', () => {
  const hosts = attachedHosts({}, 'win32');
  showProcess(3, { env: host(), sockets: { 7: 70 }, program: '/bin/terraform' });
  listConnections(70);

  expect([hosts.connected().hosts, hosts.running(), hosts.everyone()]).toEqual([[], [], []]);
});

it('F9: hosts that have connected are running, and so is a Terraform that has not connected yet', () => {
  showProcess(process.pid, { children: [3] });
  showProcess(3, { env: host(), sockets: { 7: 70 }, program: '/opt/tf' });
  listConnections(70);
  const hosts = attachedHosts();
  hosts.connected();
  showProcess(4, { env: host(), program: '/bin/terraform' });
  showProcess(5, { env: host(), program: '/bin/tofu-1.12' });
  showProcess(6, { env: host(), program: '/bin/terraform-provider-coffer_v1' });
  showProcess(7, { env: host() });
  showProcess(8, { env: host({ TF_PLUGIN_MAGIC_COOKIE: 'c' }), program: '/bin/terraform' });

  expect(hosts.running()).toEqual([3, 4, 5]);
  expect(hosts.everyone()).toEqual([3, 4, 5, 6, 7]);
});
