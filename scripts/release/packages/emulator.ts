import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMULATOR } from '../../../projenrc/names';
import { writeEmulator } from '../../build-emulator';
import { inRoot } from '../../support/paths';
import { must } from '../../support/run';
import type { Release } from '../provider-packages';
import { bundledComponent } from '../sbom/components';
import { writeSbom } from '../sbom/write';

/** Adds the emulator for npm, and all that its container image is built from. */
export async function addEmulator(release: Release): Promise<void> {
  const { folder, version, modifiedMs, work } = release;
  const built = join(work, 'emulator');
  const components = (await writeEmulator(built)).map(bundledComponent);
  await mkdir(join(folder, 'npm'), { recursive: true });
  await must('npm', ['pack', '--silent', '--pack-destination', join(folder, 'npm')], { cwd: built });

  await writeSbom(release, `npm/${EMULATOR}-${version}.tgz`, components);

  const context = join(folder, 'container/emulator');
  await cp(built, join(context, 'coffer-emulator'), { recursive: true });
  const dockerfile = await readFile(inRoot('Dockerfile'), 'utf8');
  await writeFile(join(context, 'Dockerfile'), releasedDockerfile(dockerfile, version, new Date(modifiedMs)));
  await writeSbom(release, 'container/emulator', components);
}

/** The last stage of the checkout's Dockerfile, with the built package in the place of the stage that builds it. */
function releasedDockerfile(dockerfile: string, version: string, created: Date): string {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ') + 1);
  const copied = stage.replace(/^COPY --from=build \S+ /m, 'COPY coffer-emulator ');
  if (copied === stage) throw new Error('The Dockerfile does not copy the emulator from a stage "build".');
  const labels = `LABEL org.opencontainers.image.version="${version}" org.opencontainers.image.created="${created.toISOString()}"`;
  return copied.replace('\n', `\n${labels}\n`);
}
