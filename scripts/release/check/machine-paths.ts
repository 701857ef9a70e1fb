import { homedir } from 'node:os';
import { ROOT } from '../../support/paths';

/** A path of a person's or a builder's machine, with something in it that only a checkout has. */
const FOREIGN =
  /\/(?:home|root|Users|work|tmp|builds|__w|opt|srv|mnt|runner)\/[\w.@+/-]{0,200}\/(?:node_modules|dist|provider|scripts|emulator|\.compile-\w+)\/[\w.@+/-]{0,80}/;

/** Paths that are no machine's: the home folder of root and the file systems themselves are in every program. */
const own = [ROOT, homedir()].filter((path) => path.split('/').length > 2);

/** The path of a machine in some bytes, if there is one. What Bun's own builders left in its programs is not ours. */
export function machinePathIn(data: Buffer): string | undefined {
  const text = data.toString('latin1');
  return own.find((path) => text.includes(path)) ?? FOREIGN.exec(text)?.[0];
}
