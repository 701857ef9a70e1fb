import { StartError } from '../domain/errors';
import { isHttpUrl } from '../options/garage-options';
import { toldUrl } from '../options/s3-options';
import { CommandLine, type Environment, EXIT, readDataFolder, requireDataFolder } from './arguments';
import { ADMIN_ACCESS, readAdminAccess } from './garage-flags';

const VALUES = {
  data: 'data folder of an emulator or control plane that does not run; it stays as it is (COFFER_EMULATOR_DATA)',
  to: 'new data folder, or that of an attempt that has not ended',
  ...ADMIN_ACCESS,
  's3-public-url': 'S3 endpoint of the cluster (COFFER_EMULATOR_S3_PUBLIC_URL)',
  's3-region': 'region of the cluster (COFFER_EMULATOR_S3_REGION, us-east-1)',
} as const;

export const MOVE = new CommandLine(
  'coffer-emulator move',
  VALUES,
  { help: 'print this' },
  { 's3-public-url': 'url', 's3-region': 'region' },
);

const ABOUT = [
  'Moves a service from its data folder into a Garage cluster, or back, whichever it is not in: ids, names, keys, secrets and objects',
  'stay the same. Stop the emulator before. A move that has not ended goes on if it is run again.',
];

/** Moves all there is to the new folder. Returns where the objects are, those that were not moved, with the reasons, and what is left to do by hand. */
export type Mover = (
  move: {
    readonly from: string;
    readonly to: string;
    readonly cluster: ReturnType<typeof readAdminAccess> & { readonly s3Url: string; readonly region: string };
    readonly encryptionKey: string | undefined;
  },
  say: (line: string) => void,
  log: (line: string) => void,
) => Promise<{
  readonly plane: 'embedded' | 'garage';
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}>;

/** Runs `coffer-emulator move`; returns its exit code: 0 if all was moved. */
export function runMove(argv: readonly string[], env: Environment, move: Mover): Promise<number> {
  return MOVE.run(
    argv,
    ABOUT,
    ({ values, problems }) => {
      const from = readDataFolder(values.data, env, problems);
      const to = values.to?.at(-1) ?? '';
      if (to === '') problems.push('--to is needed: a new folder.');
      const access = readAdminAccess(values, env, problems);
      const s3Url = values['s3-public-url']?.at(-1) ?? env.COFFER_EMULATOR_S3_PUBLIC_URL ?? '';
      const region = values['s3-region']?.at(-1) ?? (env.COFFER_EMULATOR_S3_REGION || 'us-east-1');
      if (!isHttpUrl(s3Url))
        problems.push(`--s3-public-url is the URL of the cluster's S3 endpoint, not ${toldUrl(s3Url)}.`);
      const cluster = { ...access, s3Url: s3Url.replace(/\/$/, ''), region };
      return { from, to, cluster, encryptionKey: env.COFFER_EMULATOR_ENCRYPTION_KEY || undefined };
    },
    async (asked) => {
      const { from, to } = asked;
      const say = (line: string) => void process.stdout.write(`${line}\n`);
      const log = (line: string) => void process.stderr.write(`${line}\n`);
      try {
        requireDataFolder(from);
        const { plane, problems: left, warnings } = await move(asked, say, log);
        for (const warning of warnings) log(`Warning: ${warning}`);
        for (const each of left) log(`NOT MOVED: ${each}`);
        if (left.length > 0) return EXIT.failed;
        const how = plane === 'garage' ? 'with --s3-backend garage' : 'without --s3-backend garage';
        say(`All is moved: start ${to} ${how}, and never ${from} again.`);
        return EXIT.ok;
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        throw new StartError(`${error.message}\nThe move has not ended. ${from} is as it was.`);
      }
    },
  );
}
