import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { RealCluster } from './cluster';

declare module 'vitest' {
  interface ProvidedContext {
    oneNode: {
      readonly adminUrl: string;
      readonly adminToken: string;
      readonly s3Url: string;
      readonly folder: string;
    };
  }
}

/** One real node for all suites of a run. */
export default async function startOneNode(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await RealCluster.start(1);
  const folder = await mkdtemp(join(tmpdir(), 'coffer-over-garage-'));
  const [node] = cluster.nodes;
  project.provide('oneNode', {
    ...{ adminUrl: node?.adminUrl ?? '', s3Url: node?.s3Url ?? '', adminToken: cluster.token, folder },
  });
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
