import type { EmulatorOptions } from './options';

/** Returns everything that keeps an emulator from starting while a storage cluster holds the objects, one sentence each. */
export function findElsewhereProblems(options: EmulatorOptions): string[] {
  const { knobs = {}, dataDir, s3PublicUrl, clock, seed, s3Buckets = false, buckets = [] } = options;
  const problems: readonly (readonly [isWrong: boolean, says: string])[] = [
    [dataDir === undefined, 'A storage cluster needs a data folder (--data).'],
    [s3PublicUrl === undefined, 'A storage cluster needs the URL at which S3 clients reach it (--s3-public-url).'],
    [clock !== undefined, 'A storage cluster has a clock of its own: the emulator cannot be given one.'],
    [seed !== undefined, 'A storage cluster takes no access key id twice: ids cannot be the same every time (--seed).'],
    [s3Buckets, 'S3 clients create and delete buckets (--s3-buckets) only in memory, not in a storage cluster.'],
    [buckets.length > 0, 'Buckets to start with (--bucket) are not created in a storage cluster.'],
    [knobs.s3Checks !== undefined, 'A storage cluster checks uploads in its own way (--s3-checks, knob s3Checks).'],
    [
      knobs.deleteNonEmpty === 'delete',
      'A storage cluster deletes no bucket that holds objects: the knob deleteNonEmpty must be "conflict".',
    ],
    ...(['cannedAcl', 'serverSideEncryption'] as const).map(
      (knob) => [knobs[knob] === 'refuse', `A storage cluster ignores it: the knob ${knob} must be "ignore".`] as const,
    ),
  ];
  return problems.flatMap(([isWrong, says]) => (isWrong ? [says] : []));
}

/** Features that are refused while a storage cluster holds the objects, with the reasons. */
export const NOT_ELSEWHERE = {
  clock: 'The clock cannot be moved: the objects are in a storage cluster, which has a clock of its own.',
  reset: 'The emulator cannot be reset: the objects are in a storage cluster.',
  snapshot: 'No snapshot can be taken or restored: the objects are in a storage cluster.',
  seed: 'cannot be seeded: objects are in a storage cluster',
  fault: 'No fault can apply to S3 operations: the storage cluster carries them out.',
} as const;
