import type { Swept } from '../files/leftover-files';
import type { FileLedger } from '../sqlite/file-ledger';

/** Maximum number of lines for each kind of problem. */
const NAMED = 20;

/** Logs what is wrong in a data folder. */
export function tell(
  folder: string,
  { strays, damage }: Pick<Swept, 'strays' | 'damage'>,
  ledger: Pick<FileLedger, 'ownersOf'>,
  log: (line: string) => void,
): void {
  const title = `The data folder ${folder}: `;
  some(log, [...damage], ([file, says]) => {
    const owners = ledger.ownersOf(file).join(', ') || 'nothing any more';
    return `${title}the file objects/${file} ${says}; bytes of ${owners} are lost. Restore the file, or upload or delete the object.`;
  });
  some(log, strays, (path) => `${title}the database does not know this file, which is kept: ${path}`);
}

function some<T>(log: (line: string) => void, things: readonly T[], toLine: (thing: T) => string): void {
  for (const thing of things.slice(0, NAMED)) log(toLine(thing));
  if (things.length > NAMED) log(`and ${things.length - NAMED} more.`);
}
