import { StartError } from '../domain/errors';
import { CommandLine, type Environment, EXIT, readDataFolder, requireDataFolder } from './arguments';
import { ADMIN_ACCESS, readAdminAccess } from './garage-flags';

const DECISIONS = {
  adopt: 'id of a bucket or key that the service lists again, under its id; all for each that no other flag names',
  purge: 'id of a bucket or key that is deleted in the cluster; a bucket must be empty',
  forget: 'id of a bucket that stays in the cluster, and is not asked about again',
} as const;

const VALUES = {
  data: 'data folder of a control plane that does not run (COFFER_EMULATOR_DATA)',
  ...ADMIN_ACCESS,
  ...DECISIONS,
} as const;

export const RECONCILE = new CommandLine('coffer-emulator reconcile', VALUES, { help: 'print this' });

const ABOUT = [
  'After the restore of a backup: lists the buckets and access keys that a Garage cluster has of this control plane, and that its',
  'data folder does not know. Nothing is changed unless a flag decides about it. Stop the control plane before.',
];

type Decision = keyof typeof DECISIONS;

/** Something that the cluster has and the data folder does not know. */
interface UnknownRow {
  readonly id: string;
  /** Kind, id and name, for people. */
  readonly says: string;
  /** Returns what was done. Throws a `StartError` if it cannot be done. */
  decide(decision: Decision): Promise<string>;
}

/** Opens the data folder of a control plane and its cluster. Throws a `StartError` if the folder is in use, or not the last one. */
export type OpenReconciliation = (
  folder: string,
  access: ReturnType<typeof readAdminAccess>,
  encryptionKey: string | undefined,
) => Promise<{ list(): Promise<readonly UnknownRow[]>; close(): Promise<void> }>;

/**
 * Runs `coffer-emulator reconcile`; returns its exit code: 0 if nothing is unknown any more, otherwise 1. Without a decision it only
 * lists what is unknown.
 */
export function runReconcile(argv: readonly string[], env: Environment, open: OpenReconciliation): Promise<number> {
  return RECONCILE.run(
    argv,
    ABOUT,
    ({ values, problems }) => {
      const data = readDataFolder(values.data, env, problems);
      const access = readAdminAccess(values, env, problems);
      const decisions = new Map<string, Decision>();
      for (const decision of Object.keys(DECISIONS) as Decision[]) {
        for (const id of values[decision] ?? []) {
          if (decisions.has(id)) problems.push(`There are two decisions about ${id}.`);
          if (id === 'all' && decision !== 'adopt') problems.push(`--${decision} takes ids, not "all".`);
          decisions.set(id, decision);
        }
      }
      return { data, access, decisions };
    },
    async ({ data, access, decisions }) => {
      requireDataFolder(data);
      const opened = await open(data, access, env.COFFER_EMULATOR_ENCRYPTION_KEY || undefined);
      try {
        return (await reconcile(opened, decisions)) ? EXIT.ok : EXIT.failed;
      } finally {
        await opened.close();
      }
    },
  );
}

/** Whether nothing is unknown any more, and every decision was carried out. */
async function reconcile(
  opened: Awaited<ReturnType<OpenReconciliation>>,
  decisions: ReadonlyMap<string, Decision>,
): Promise<boolean> {
  const rows = await opened.list();
  const ids = new Set(rows.map(({ id }) => id));
  const wrong = [...decisions.keys()].filter((id) => id !== 'all' && !ids.has(id));
  if (wrong.length > 0) {
    throw new StartError(`Nothing is unknown here with the id ${wrong.join(', ')}. Nothing was changed.`);
  }
  let failures = 0;
  for (const { id, says, decide } of rows) {
    const decision = decisions.get(id) ?? decisions.get('all');
    const outcome = decision === undefined ? undefined : await decide(decision).catch(toFailure);
    if (outcome instanceof Error) failures += 1;
    const done = outcome instanceof Error ? `NOT DONE: ${outcome.message}` : outcome;
    process.stdout.write(`${says}${done === undefined ? '' : `\n  ${decision}: ${done}`}\n`);
  }
  const left = (await opened.list()).length;
  const next =
    left === 0
      ? 'Nothing is unknown: the control plane can go on.'
      : `${left} unknown: decide with --adopt, --purge or --forget.`;
  process.stdout.write(`${next}\n`);
  return left === 0 && failures === 0;
}

function toFailure(error: unknown): Error {
  if (error instanceof StartError) return error;
  throw error;
}
