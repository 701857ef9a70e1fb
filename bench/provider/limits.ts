import { rm } from 'node:fs/promises';
import { idealSeconds } from '../../scripts/support/rate-limits';
import { converse } from '../support/server';
import { takingTurns } from '../support/turns';
import { type Driver, secrets } from './contender';
import type { LimitResponse } from './limited-program';
import type { Run } from './service';

interface Scene {
  readonly perSecond: number;
  readonly retryAfter: string;
  /** Terraforms side by side, in projects of their own; they share the limit. */
  readonly pipelines: number;
  /** Secrets of each. */
  readonly count: number;
}

const SCENES: readonly Scene[] = [
  { perSecond: 10, retryAfter: '1', pipelines: 1, count: 300 },
  { perSecond: 10, retryAfter: '1', pipelines: 4, count: 75 },
  { perSecond: 2, retryAfter: '5', pipelines: 1, count: 60 },
];

const PARALLELISMS = [10, 50];

/**
 * Creates secrets behind a rate limit (so many in any second), and compares how long it took, from the first request to the last, with how long the
 * creates and the lists that they need take at the limit. An error ends the run unless each secret was created once.
 */
export async function measureLimits({ drivers, figures }: Run, rounds: number): Promise<void> {
  // The builtin provider sends no requests.
  const installed = drivers.filter(({ installation }) => installation);
  for (const scene of SCENES) {
    for (const parallelism of PARALLELISMS) {
      const name = nameOf(scene, parallelism);
      for (const { contender: driver } of takingTurns(name, installed, rounds)) {
        const { posts, lists, rejected, seconds } = await create(driver, scene, parallelism);
        const add = (what: string, unit: string, sample: number, budget?: string) =>
          figures.add({ name: `${name}: ${what}`, unit, budget }, driver.label, sample);
        add('time', 's', seconds);
        add('time ÷ ideal', '×', seconds / idealSeconds(scene.perSecond, scene.count, scene.pipelines), '≤ 1.15');
        add('POST accepted', 'requests', posts);
        add('GET accepted', 'requests', lists);
        add('429', 'requests', rejected);
      }
    }
  }
}

async function create(driver: Driver, scene: Scene, parallelism: number): Promise<LimitResponse['tally']> {
  const { perSecond, retryAfter, pipelines, count } = scene;
  await using service = converse<object, LimitResponse>('provider/limited-program.ts', `${perSecond}`, retryAfter);
  const { url: baseUrl } = await service.exchange({});
  const targets = Array.from({ length: pipelines }, (_, index) => `project-${index + 1}`);
  const workspaces = await Promise.all(
    targets.map((projectId) => driver.workspace(secrets(count, driver), { baseUrl, token: 'coffer-token', projectId })),
  );
  await Promise.all(workspaces.map((workspace) => workspace.apply(`-parallelism=${parallelism}`)));
  const { tally } = await service.exchange({});
  await Promise.all(workspaces.map(({ folder }) => rm(folder, { recursive: true, force: true })));
  const wanted = pipelines * count;
  if (tally.posts === wanted) return tally;
  throw new Error(`${driver.label}: ${wanted} secrets were to be created, not ${tally.posts}.`);
}

function nameOf({ perSecond, retryAfter, pipelines, count }: Scene, parallelism: number): string {
  const creates = pipelines === 1 ? `${count} creates` : `${pipelines} pipelines of ${count} creates`;
  return `${creates} at ${perSecond}/s, Retry-After: ${retryAfter}, ${parallelism} at a time`;
}
