import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';

/** Where each client's program is. */
export interface Clients {
  readonly aws: string;
  readonly s3cmd: string;
  readonly rclone: string;
  /** A Python that has boto3. */
  readonly python: string;
  readonly restic: string;
}

const REQUIREMENTS = inRoot('test/real/acceptance/s3-clients/requirements.txt');
const folder = inRoot('.test/s3-clients');

/**
 * The S3 clients that people use, as they come from PyPI and Debian, installed into a folder of the checkout; nothing of
 * the machine is changed. Throws, saying what is missing, where they cannot be had.
 */
export async function installClients(): Promise<Clients> {
  const wanted = await readFile(REQUIREMENTS, 'utf8');
  const stamp = join(folder, 'stamp');
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== wanted) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await installPython();
    await installRestic();
    await writeFile(stamp, wanted);
  }
  const program = (name: string) => join(folder, 'venv/bin', name);
  return {
    aws: program('aws'),
    s3cmd: program('s3cmd'),
    rclone: program('rclone'),
    python: program('python'),
    restic: await findRestic(),
  };
}

async function installPython(): Promise<void> {
  const venv = join(folder, 'venv');
  await must('python3', ['-m', 'venv', venv]);
  await must(join(venv, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]);
}

const unpacked = join(folder, 'restic');

/** From the machine, or from Debian's package, which is unpacked and not installed: that needs no rights. */
async function installRestic(): Promise<void> {
  if ((await run('restic', ['version']).catch(() => undefined))?.code === 0) return;
  const work = join(folder, 'deb');
  await mkdir(work);
  // The lists of packages may be missing; renewing them needs rights that CI has.
  const download = 'apt-get download restic || (apt-get update && apt-get download restic)';
  await must('sh', ['-c', `(${download}) && dpkg -x restic_*.deb root`], { cwd: work });
  await rename(join(work, 'root/usr/bin/restic'), unpacked);
  await rm(work, { recursive: true });
}

async function findRestic(): Promise<string> {
  return existsSync(unpacked) ? unpacked : 'restic';
}
