import { writeLibrary } from '../../scripts/twin/library';
import { installTools } from '../../scripts/twin/tools';

/** Writes the sources of the twin before its tests; what they need is installed once. */
export default async function writeTwin(): Promise<void> {
  await installTools();
  await writeLibrary();
}
