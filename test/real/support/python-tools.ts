import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { PYTHON } from '../../../scripts/support/terraform-versions';

/**
 * A Python with the packages of a `requirements.txt`, in a folder of the checkout; nothing of the machine is changed. Gives its path.
 *
 * @param name of the folder of the file below `test/support/`
 */
export async function installPythonTools(name: string): Promise<string> {
  const requirements = inRoot('test/support', name, 'requirements.txt');
  const folder = inRoot('.test', name);
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
