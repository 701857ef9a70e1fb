import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMULATOR } from '../../../projenrc/names';
import { writeEmulator } from '../../build-emulator';
import { writePythonEmulator } from '../../build-emulator-python';
import { must } from '../../support/run';
import type { Release } from '../provider-packages';
import { bundledComponent } from '../sbom/components';
import { writeSbom } from '../sbom/write';
import { normalize } from './normalize';

/**
 * Adds the emulator for npm, and the package that starts it from Python. The container image is built from the npm package
 * (emulator/Dockerfile).
 */
export async function addEmulator(release: Release): Promise<void> {
  const { folder, version, modifiedMs, work } = release;
  const built = join(work, 'emulator');
  const components = (await writeEmulator(built)).map(bundledComponent);
  await mkdir(join(folder, 'npm'), { recursive: true });
  await must('npm', ['pack', '--silent', '--pack-destination', join(folder, 'npm')], { cwd: built });
  const name = `npm/${EMULATOR}-${version}.tgz`;
  const packed = join(folder, name);
  await writeFile(packed, await normalize(name, await readFile(packed), modifiedMs));
  await writeSbom(release, name, components);

  await mkdir(join(folder, 'pypi'), { recursive: true });
  await writePythonEmulator(join(folder, 'pypi'), modifiedMs);
}
