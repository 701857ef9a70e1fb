import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from './folders';
import { ROOT } from './paths';
import { must } from './run';

/*
 * jsii resolves no module in a path with other letters than those of ASCII, and jsii-pacmak hands paths to a shell without quotes. So the
 * commands that build everything work in a copy of such a checkout, in the temporary folder, and bring home what they made.
 */

/** Paths that every tool can build in. */
const PLAIN = /^[\w./:\\+@-]+$/;

/** Folders that builds write. */
const OUTPUTS = ['build', 'dist'];

/** Folders that are copied as hard links: they are large, and nothing writes into their files. */
const LINKED = ['node_modules', ...OUTPUTS];

/** Folders that no build reads. */
const LEFT_OUT = ['.git', '.test'];

/** Whether every tool can build in a checkout. */
export const isPlain = (path: string = ROOT): boolean => PLAIN.test(path);

/** Throws if tools cannot build in this checkout. For commands that do not work in a copy of it. */
export function requirePlain(path: string = ROOT): void {
  if (isPlain(path)) return;
  throw new Error(
    `jsii cannot build in ${path}: the path has ${namesOf(path)}. npm run build and npm run release work here; for everything else, move the checkout.`,
  );
}

/** The characters at fault, for a message. */
const namesOf = (path: string) =>
  [...new Set([...path].filter((char) => !PLAIN.test(char)))].map((char) => `"${char}"`).join(', ');

/**
 * Runs a command of a checkout in a copy of it with a plain path, then replaces the checkout's `build` and `dist` by those of the copy.
 * If the command fails, the checkout stays as it was. Throws if the temporary folder is no better.
 */
export async function runInPlainCopy(root: string, command: string, args: readonly string[]): Promise<void> {
  const temporary = await fs.realpath(tmpdir());
  if (!isPlain(temporary)) {
    throw new Error(
      `Tools cannot build in ${root}, because of ${namesOf(root)}, and not in the temporary folder ${temporary} either. Set TMPDIR to a folder without such characters.`,
    );
  }
  await using copy = await temporaryFolder(join(temporary, 'coffer-checkout-'));
  await copyCheckout(root, copy.path);
  // The copy has its own files but the repository of the checkout, whose index stays as it is.
  const onOutput = (text: string) => process.stderr.write(text.replaceAll(copy.path, root));
  await must(command, args, { cwd: copy.path, onOutput, env: { GIT_OPTIONAL_LOCKS: '0' } });
  for (const output of OUTPUTS) await bringHome(join(copy.path, output), join(root, output));
}

async function copyCheckout(root: string, copy: string): Promise<void> {
  for (const name of await fs.readdir(root)) {
    if (LEFT_OUT.includes(name)) continue;
    if (LINKED.includes(name)) await linkTree(join(root, name), join(copy, name));
    else
      await fs.cp(join(root, name), join(copy, name), {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
      });
  }
  const repository = join(root, '.git');
  const found = await fs.stat(repository).catch(() => undefined);
  if (found?.isDirectory()) await fs.writeFile(join(copy, '.git'), `gitdir: ${repository}\n`);
  else if (found) await fs.copyFile(repository, join(copy, '.git'));
}

/** Copies a folder as hard links, or file by file where the target is on another disk. */
async function linkTree(from: string, to: string): Promise<void> {
  await fs.mkdir(to, { recursive: true });
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await fs.symlink(await fs.readlink(source), target);
    else await fs.link(source, target).catch(() => fs.copyFile(source, target));
  }
}

async function bringHome(from: string, to: string): Promise<void> {
  if (!(await fs.stat(from).catch(() => undefined))) return;
  await fs.rm(to, { recursive: true, force: true });
  await fs
    .rename(from, to)
    .catch(() => fs.cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }));
}
