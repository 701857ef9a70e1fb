import { homedir } from 'node:os';
import { ROOT } from '../../support/paths';

/** A path of a personal or build machine that contains something specific to a checkout. */
const FOREIGN =
  /\/(?:home|root|Users|work|tmp|builds|__w|opt|srv|mnt|runner)\/[\w.@+/-]{0,200}\/(?:node_modules|dist|provider|scripts|emulator|\.compile-\w+)\/[\w.@+/-]{0,80}/;

/** The paths of this machine. Shorter ones are left out: the home folder of root and the file systems themselves are in every program. */
const own = [ROOT, homedir()].filter((path) => path.split('/').length > 2);

/** A path of the build machine in some bytes, if there is one. Paths that Bun's own builders left in its programs do not count. */
export function machinePathIn(data: Buffer): string | undefined {
  const text = data.toString('latin1');
  return own.find((path) => text.includes(path)) ?? FOREIGN.exec(text)?.[0];
}
