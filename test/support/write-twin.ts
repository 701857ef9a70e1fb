import { writeLibrary } from '../../scripts/twin/library';

/** Writes the sources of the twin before its tests. */
export default async function writeTwin(): Promise<void> {
  await writeLibrary();
}
