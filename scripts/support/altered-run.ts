import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { TestModule, TestSpecification, Vitest } from 'vitest/node';
import { inRoot, ROOT } from './paths';

export interface Alteration {
  /** Path from the root of the checkout. */
  readonly file: string;
  alter(source: string): string;
}

export interface Differences {
  /** Whether each test file loads its own modules. */
  readonly isolate?: boolean;
  readonly setupFiles?: readonly string[];
  readonly testTimeout?: number;
  readonly maxWorkers?: number;
  /** Number of failed tests after which a run ends. */
  readonly bail?: number;
}

/** Projects whose tests import the code under test, and the acceptance tests that build it themselves. */
const IMPORTING = ['unit', 'enumerations', 'processes', 'constructs', 'repository', 'acceptance'];

/** In place of all acceptance tests: those of the provider's processes, which then build it of the altered files (`test/support/builds.ts`). */
const OF_PROCESSES = {
  include: ['test/acceptance/{attach,reattach}.test.ts'],
  globalSetup: [],
};

/**
 * Runs tests that import the code under test, with files altered in memory or unchanged. The files on disk stay unchanged. Node processes that
 * the tests start from source, and programs that they bundle with `alteredSources`, read copies of the altered files in a temporary folder.
 */
export class AlteredRun {
  private constructor(
    private readonly vitest: Vitest,
    private readonly folder: string,
    private readonly altered: { now: readonly Alteration[] },
  ) {}

  static async start(differences: Differences = {}): Promise<AlteredRun> {
    // Both are only ES modules, and code run by tsx is not one.
    const { createVitest } = await import('vitest/node');
    const { default: root } = await import('../../vitest.config.mjs');
    const { setupFiles = [], isolate = true, testTimeout, ...ofRun } = differences;
    const folder = mkdtempSync(join(tmpdir(), 'coffer-altered-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const env = {
      ALTERED_SOURCES: folder,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --require=${inRoot('scripts/support/read-altered.ts')}`,
    };
    const altered: { now: readonly Alteration[] } = { now: [] };
    const altering = {
      name: 'altered-source',
      enforce: 'pre' as const,
      transform: (source: string, id: string) => {
        const alteration = altered.now.find(({ file }) => id === inRoot(file));
        return alteration && { code: alteration.alter(source), map: null };
      },
    };
    const projects = (root.test?.projects ?? []).flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project) || !IMPORTING.includes(String(project.test?.name)))
        return [];
      const own = [project.test?.setupFiles ?? []].flat();
      const sources = project.test?.name === 'acceptance' ? OF_PROCESSES : undefined;
      // In a process that lives on, a module shared by test files would stay unchanged from one run to the next.
      const test = {
        ...project.test,
        ...sources,
        ...{ isolate, setupFiles: [...own, ...setupFiles], env: { ...project.test?.env, ...env } },
        ...(testTimeout !== undefined && { testTimeout, hookTimeout: testTimeout }),
      };
      return [{ ...project, test, plugins: [altering] }];
    });
    const vitest = await createVitest('test', {
      ...{ config: false, root: ROOT, watch: false, reporters: [{}] },
      ...ofRun,
      // The cache would return the text of another run.
      fsModuleCache: false,
      sequence: { sequencer: AsGiven },
      projects: projects as object[],
    });
    return new AlteredRun(vitest, folder, altered);
  }

  /** Sets the alterations for the following runs. */
  use(...alterations: readonly Alteration[]): void {
    for (const { file } of [...this.altered.now, ...alterations]) this.vitest.invalidateFile(inRoot(file));
    rmSync(this.folder, { recursive: true, force: true });
    for (const { file, alter } of alterations) {
      const copy = join(this.folder, file);
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, alter(readFileSync(inRoot(file), 'utf8')));
    }
    this.altered.now = alterations;
  }

  /** Paths of all test files, from the root of the checkout. */
  async files(): Promise<string[]> {
    return (await this.vitest.globTestSpecifications()).map(({ moduleId }) => relative(ROOT, moduleId));
  }

  /** Runs test files (all if none are given) in their order, or only the tests whose name matches. */
  async run(files?: readonly string[], pattern = /(?:)/): Promise<TestModule[]> {
    this.vitest.setGlobalTestNamePattern(pattern);
    const specifications = await this.vitest.globTestSpecifications(files && [...files]);
    const order = files?.map((file) => inRoot(file));
    const wanted = specifications.filter(({ moduleId }) => order?.includes(moduleId) ?? true);
    if (order) wanted.sort((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
    // Files that do not run because the run ends early would have their result of an earlier run.
    this.vitest.state.filesMap.clear();
    const { testModules } = await this.vitest.runTestSpecifications(wanted);
    return testModules.filter(({ moduleId }) => wanted.some((one) => one.moduleId === moduleId));
  }

  close(): Promise<void> {
    return this.vitest.close();
  }
}

/** Keeps the given order; vitest would begin with the slowest file of the previous run. */
class AsGiven {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
