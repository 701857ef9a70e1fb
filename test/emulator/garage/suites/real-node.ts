import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { GarageCluster } from '../../../../scripts/garage/cluster';

/** What the suites are told of the node that their objects lie on. */
export interface RealNode {
  readonly adminUrl: string;
  readonly adminToken: string;
  readonly s3Url: string;
  /** Where their emulators keep what they know of it. */
  readonly folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    realNode: RealNode;
  }
}

/** One real node of Garage for all suites of a run. */
export default async function startRealNode(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await GarageCluster.start(1);
  const folder = await mkdtemp(join(tmpdir(), 'coffer-over-garage-'));
  const { url: adminUrl, s3Url } = cluster.node(0);
  project.provide('realNode', { adminUrl, adminToken: cluster.token, s3Url, folder });
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
