import { writeLibrary } from '../../scripts/constructs/twin';

/** Writes the sources of the twin before its tests. */
export default async function writeTwin(): Promise<void> {
  await writeLibrary();
}
