import { mkdtempSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, inject, type RunnerTask } from 'vitest';
import { Emulator } from '../../../../emulator';
import { inRoot } from '../../../../scripts/support/paths';
import { SUITES } from './suites';

const { adminUrl, adminToken, s3Url, folder } = inject('realNode');

/** Every emulator that a suite starts has its objects in the cluster, and refuses what cannot be there. */
const start = Emulator.start;
Emulator.start = (options = {}) =>
  start.call(Emulator, {
    dataDir: mkdtempSync(join(folder, 'data-')),
    s3PublicUrl: s3Url,
    garage: { adminUrls: [adminUrl], adminToken },
    log: () => undefined,
    ...options,
  });

/** A test that is listed has to fail: one that does not is to be taken off the list. */
beforeEach(({ task, skip }) => {
  const { filepath, tasks } = task.file;
  const otherwise = SUITES[relative(inRoot('test'), filepath)] ?? [];
  const patterns = otherwise.flatMap(({ tests }) => tests);
  const names = tasks.flatMap(namesOf);
  for (const pattern of patterns) {
    if (!names.some((name) => pattern.test(name)))
      throw new Error(`suites.ts has ${pattern}, and the suite no such test.`);
  }
  const found = otherwise.find(({ tests }) => tests.some((pattern) => pattern.test(nameOf(task))));
  if (found?.isLeftOut) skip(found.why);
  if (found) Object.assign(task, { fails: true });
});

/** Without the styles that some suites go through. */
const nameOf = ({ fullTestName }: { readonly fullTestName: string }) =>
  fullTestName.replace(/^(path|virtual-host) > /, '').replaceAll(' > ', ' ');

function namesOf(task: RunnerTask): string[] {
  return task.type === 'suite' ? task.tasks.flatMap(namesOf) : [nameOf(task)];
}
