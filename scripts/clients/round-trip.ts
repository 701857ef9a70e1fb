import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '../support/run';

/** How a program uploads a folder, downloads it, and removes it from the bucket. */
export interface Commands {
  readonly env: Readonly<Record<string, string>>;
  upload(from: string): string[];
  download(to: string): string[];
  readonly remove: readonly string[];
}

/** The largest goes up in parts. */
const SIZES = { empty: 0, 'a b+ü': 1000, 'below/it': 70_000, large: 70 << 20 };

/** Sends a folder of files to a bucket and back with a program, and compares the bytes. */
export async function roundTrip(program: string, { env, upload, download, remove }: Commands): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
  try {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await mkdir(join(from, 'below'), { recursive: true });
    await mkdir(to);
    for (const [name, size] of Object.entries(SIZES)) await writeFile(join(from, name), randomBytes(size));
    const options = { cwd: folder, env: { ...env, HOME: folder } };
    await must(program, upload(from), options);
    await must(program, download(to), options);
    for (const name of Object.keys(SIZES)) {
      if (!(await readFile(join(from, name))).equals(await readFile(join(to, name))))
        throw new Error(`${name} came back with other bytes`);
    }
    await must(program, remove, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
