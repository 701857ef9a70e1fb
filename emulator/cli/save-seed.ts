import { stringifyJson } from '../../contract/formats/json';
import { Inspect } from '../control/inspect';
import { saveSeed } from '../control/save-seed';
import { StartError } from '../domain/errors';
import { writeWhole } from '../files/write-whole';
import type { SeedDocument } from '../seed/document';
import { openStorage } from '../storage/storage';
import { CommandLine, type Environment, EXIT, readDataFolder, requireDataFolder } from './arguments';

/** A parsed command line. */
export type SaveSeedCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'save'; readonly data: string; readonly write: string | undefined; readonly withValues: boolean }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

const VALUES = {
  data: 'data folder of an emulator that does not run (COFFER_EMULATOR_DATA)',
  write: 'file for the seed, readable for its owner only (stdout)',
} as const;

const SWITCHES = {
  'with-values': 'write values, passwords and secret keys in plain text, for tests only; needs --write',
  help: 'print this',
} as const;

/** The command line of `coffer-emulator save-seed`. */
export const SAVE_SEED = new CommandLine('coffer-emulator save-seed', VALUES, SWITCHES, {
  data: 'folder',
  write: 'file',
});

const ABOUT = [
  'Writes what a data folder holds as a seed file, which coffer-emulator --seed-file takes: projects, secrets, pull secrets,',
  'buckets and access keys, with their ids. What has no place in a seed is named in it, and on stderr.',
];

/** Runs `coffer-emulator save-seed`; returns its exit code. */
export async function runSaveSeed(argv: readonly string[], env: Environment): Promise<number> {
  const command = parseSaveSeedCommand(argv, env);
  switch (command.kind) {
    case 'help':
      process.stdout.write(SAVE_SEED.help('', ...ABOUT));
      return EXIT.ok;
    case 'wrong':
      return SAVE_SEED.refuse(command.problems);
    case 'save':
      return save(command, env);
  }
}

/** Reads the flags of `coffer-emulator save-seed`; `--data` falls back to the environment. */
export function parseSaveSeedCommand(argv: readonly string[], env: Environment): SaveSeedCommand {
  const { values, on, problems } = SAVE_SEED.read(argv);
  if (on.has('help')) return { kind: 'help' };
  const data = readDataFolder(values.data, env, problems);
  const write = values.write?.at(-1);
  const withValues = on.has('with-values');
  if (withValues && write === undefined) {
    problems.push('--with-values needs --write: values are not printed, where a log may keep them.');
  }
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'save', data, write, withValues };
}

async function save(
  { data, write, withValues }: Extract<SaveSeedCommand, { kind: 'save' }>,
  env: Environment,
): Promise<number> {
  try {
    const seed = await read(data, withValues, env.COFFER_EMULATOR_ENCRYPTION_KEY || undefined);
    const text = `${stringifyJson(seed, 2)}\n`;
    if (write === undefined) process.stdout.write(text);
    else writeWhole(write, text);
    process.stderr.write(`Not saved: ${seed.not_saved?.join('; ')}.\n`);
    if (withValues) process.stderr.write(`${write} holds secrets in plain text: it is for tests only.\n`);
    return EXIT.ok;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof StartError) && code === undefined) throw error;
    process.stderr.write(`${error instanceof StartError ? message : `${write} cannot be written: ${message}.`}\n`);
    return EXIT.failed;
  }
}

async function read(folder: string, withValues: boolean, encryptionKey: string | undefined): Promise<SeedDocument> {
  requireDataFolder(folder);
  const storage = openStorage(folder, { encryptionKey, log: (line) => process.stderr.write(`${line}\n`) });
  try {
    return saveSeed(new Inspect(storage.stores), { withValues });
  } finally {
    await storage.close();
  }
}
