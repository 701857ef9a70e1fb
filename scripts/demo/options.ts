import { parseArgs } from 'node:util';
import type { EmulatorOptions } from '../../emulator';
import { parseCommand } from '../../emulator/cli/flags';
import { DemoError } from './claims';

export type Backend = 'embedded' | 'own cluster' | { readonly cluster: ClusterOptions };

export interface ClusterOptions {
  readonly garage: NonNullable<EmulatorOptions['garage']>;
  readonly s3PublicUrl: string;
  readonly s3Region?: string | undefined;
}

/** Exit code for an invalid command line. */
const USAGE = 2;

export const HELP = `Usage: npm run demo [-- --s3-backend garage [flags]]

Runs the main job against the emulator, step by step. Leaves nothing but the built provider in dist/.

  --s3-backend garage               objects lie in a Garage cluster: one node of its own, by the garage (2.3 or newer) on the PATH,
                                    or a cluster that runs already, by the emulator's own flags and variables:
  --garage-admin-url URL            of its admin API, or COFFER_EMULATOR_GARAGE_ADMIN_URL
  --garage-admin-token-file FILE    or COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE
  --s3-public-url URL               where S3 clients reach it, or COFFER_EMULATOR_S3_PUBLIC_URL
`;

/** Environment variables that name the cluster; the others are for the caller's own emulator. */
const OF_THE_CLUSTER = /^COFFER_EMULATOR_(GARAGE_ADMIN_(URL|TOKEN|TOKEN_FILE)|S3_PUBLIC_URL|S3_REGION)$/;

/** Parses the arguments. Throws a {@link DemoError}. Returns `help` for `--help`. */
export function parseOptions(argv: readonly string[], env: NodeJS.ProcessEnv): Backend | 'help' {
  const { help, 's3-backend': backend = 'embedded', ...flags } = read(argv);
  if (help) return 'help';
  const ofCluster = Object.fromEntries(Object.entries(env).filter(([name]) => OF_THE_CLUSTER.test(name)));
  const isNamed = flags['garage-admin-url'] !== undefined || 'COFFER_EMULATOR_GARAGE_ADMIN_URL' in ofCluster;
  if (backend === 'garage' && !isNamed && Object.keys(flags).length === 0) return 'own cluster';
  if (backend === 'embedded' && Object.keys(flags).length === 0) return 'embedded';
  // The emulator validates the flags. It always requires a data folder; the demo has its own.
  const command = parseCommand(['--data', 'a folder of the demo', ...argv], ofCluster);
  if (command.kind === 'wrong') throw new DemoError(command.problems.join('\n'), USAGE);
  const { garage, s3PublicUrl, s3Region } = command.kind === 'start' ? command.options : {};
  if (!garage || s3PublicUrl === undefined) throw new DemoError(HELP, USAGE);
  // Only its owner may remove objects that are unnamed there; a temporary user like the demo must not.
  return { cluster: { garage: { ...garage, isExclusive: false }, s3PublicUrl, s3Region } };
}

function read(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean' },
        's3-backend': text,
        'garage-admin-url': { type: 'string', multiple: true },
        'garage-admin-token-file': text,
        's3-public-url': text,
      },
    }).values;
  } catch (error) {
    throw new DemoError((error as Error).message, USAGE);
  }
}
