import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The first executable with a name in the folders of a PATH, this process's by default. */
export async function onPath(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, name);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
