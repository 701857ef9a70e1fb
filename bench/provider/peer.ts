import { hostPlatform } from '../../framework/packaging/platforms';
import { inRoot } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';
import { executableIn, type Installation } from './installation';

const VERSION = '0.0.1';

/** The baseline: the peer provider, and a server for all contenders, in Go. */
export interface Peer {
  readonly installation: Installation;
  /** Executable of the stand-in server. */
  readonly standIn: string;
  /** For example `1.26.8`. */
  readonly goVersion: string;
}

/** Builds the peer into build/bench as described in its README. Undefined if there is no Go on the PATH. */
export async function buildPeer(): Promise<Peer | undefined> {
  const goVersion = await findGo();
  if (goVersion === undefined) return undefined;
  const mirror = inRoot('build', 'bench', 'mirror');
  const executable = executableIn(mirror, VERSION, hostPlatform().name);
  const standIn = inRoot('build', 'bench', 'stand-in');
  await goBuild('provider', executable);
  await goBuild('stand-in', standIn);
  return { installation: { executable, mirror, version: VERSION }, standIn, goVersion };
}

/** The version of the Go on the PATH; undefined if there is none. */
export async function findGo(): Promise<string | undefined> {
  const found = await run('go', ['env', 'GOVERSION']).catch(() => undefined);
  return found?.code === 0 ? found.stdout.trim().replace(/^go/, '') : undefined;
}

async function goBuild(folder: string, output: string): Promise<void> {
  const flags = ['-trimpath', '-ldflags', '-s -w', '-o', output];
  await must('go', ['build', ...flags, '.'], { cwd: inRoot('bench', 'peer', folder), env: { CGO_ENABLED: '0' } });
}
