import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is removed with the test: in the system's folder for temporary files, unless `prefix` is an absolute path. */
export function temporaryFolder(prefix = 'coffer-test-'): string {
  const folder = mkdtempSync(resolve(tmpdir(), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
