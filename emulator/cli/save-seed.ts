import { stringifyJson } from '../../contract/formats/json';
import { Inspect } from '../control/inspect';
import { saveSeed } from '../control/save-seed';
import { StartError } from '../domain/errors';
import { writeWhole } from '../files/write-whole';
import type { SeedDocument } from '../seed/document';
import { openStorage } from '../storage/storage';
import { CommandLine, type Environment, EXIT, readDataFolder, requireDataFolder } from './arguments';

const VALUES = {
  data: 'data folder of an emulator that does not run (COFFER_EMULATOR_DATA)',
  write: 'file for the seed, readable for its owner only (stdout)',
} as const;

const SWITCHES = {
  'with-values': 'write values, passwords and secret keys in plain text, for tests only; needs --write',
  help: 'print this',
} as const;

export const SAVE_SEED = new CommandLine('coffer-emulator save-seed', VALUES, SWITCHES);

const ABOUT = [
  'Writes what a data folder holds as a seed file, which coffer-emulator --seed-file takes: projects, secrets, pull secrets,',
  'buckets and access keys, with their ids. What has no place in a seed is named in it, and on stderr.',
];

/** Runs `coffer-emulator save-seed`; returns its exit code. `--data` falls back to the environment. */
export function runSaveSeed(argv: readonly string[], env: Environment): Promise<number> {
  return SAVE_SEED.run(
    argv,
    ABOUT,
    ({ values, on, problems }) => {
      const data = readDataFolder(values.data, env, problems);
      const write = values.write?.at(-1);
      const withValues = on.has('with-values');
      if (withValues && write === undefined) {
        problems.push('--with-values needs --write: values are not printed, where a log may keep them.');
      }
      return { data, write, withValues };
    },
    async ({ data, write, withValues }) => {
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
        if (error instanceof StartError || code === undefined) throw error;
        throw new StartError(`${write} cannot be written: ${message}.`);
      }
    },
  );
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
