import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { PYTHON } from '../../../scripts/support/terraform-versions';

/**
 * A Python with the packages of a `requirements.txt`, in a folder of the checkout; nothing of the machine is changed. Gives its path.
 *
 * @param from the folder of that file, from the root; its name is that of the Python's folder
 */
export async function installPythonTools(from: string): Promise<string> {
  const requirements = inRoot(from, 'requirements.txt');
  const folder = inRoot('.test', basename(from));
  const [stamp, python] = [join(folder, 'stamp'), join(folder, 'bin/python')];
  const wanted = await readFile(requirements, 'utf8');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return python;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await must(PYTHON, ['-m', 'venv', folder]);
  await must(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  await writeFile(stamp, wanted);
  return python;
}
