import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { PYTHON } from '../../../scripts/support/terraform-versions';

/**
 * A Python with the packages of a `requirements.txt`, in a folder of the checkout; nothing of the machine is changed. Gives its path, to be run with
 * `-m`: programs beside it name the folder in which they were made. Two tests that need it at once make it twice, and one of the two stays.
 *
 * @param from the folder of that file, from the root; the Python's folder has its name
 */
export async function installPythonTools(from: string): Promise<string> {
  const requirements = inRoot(from, 'requirements.txt');
  const wanted = createHash('sha256').update(await readFile(requirements));
  const folder = inRoot('.test', `${basename(from)}-${wanted.digest('hex').slice(0, 12)}`);
  const python = join(folder, 'bin/python');
  if (existsSync(folder)) return python;
  await mkdir(inRoot('.test'), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  try {
    await must(PYTHON, ['-m', 'venv', made]);
    await must(join(made, 'bin/python'), pip);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return python;
}
