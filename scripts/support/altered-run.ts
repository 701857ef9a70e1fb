import type { TestModule, TestSpecification, Vitest } from 'vitest/node';
import { inRoot, ROOT } from './paths';

/** One file of the source, as it is to be for a run. */
export interface Alteration {
  /** From the root of the checkout. */
  readonly file: string;
  alter(source: string): string;
}

/** What differs from the projects' own settings. */
export interface Differences {
  /** Which projects: at first all whose tests import what they test. */
  readonly projects?: readonly string[];
  /** Whether each test file loads modules of its own. */
  readonly isolate?: boolean;
  readonly setupFiles?: readonly string[];
  readonly testTimeout?: number;
  readonly maxWorkers?: number;
  /** Failed tests after which a run ends. */
  readonly bail?: number;
}

/** Projects whose tests import what they test. */
const IMPORTING = ['unit', 'enumerations', 'processes', 'constructs'];

/** Runs tests that import what they test, with one or more files altered or as they are. The files themselves stay as they are. */
export class AlteredRun {
  #alterations: readonly Alteration[] = [];

  private constructor(
    private readonly vitest: Vitest,
    private readonly set: (wanted: readonly Alteration[]) => void,
  ) {}

  static async start(differences: Differences = {}): Promise<AlteredRun> {
    // Both are ES modules only, and what tsx runs is not.
    const { createVitest } = await import('vitest/node');
    const { default: root } = await import('../../vitest.config.mjs');
    const { projects: names = IMPORTING, setupFiles = [], isolate = true, testTimeout, ...ofRun } = differences;
    let wanted: readonly Alteration[] = [];
    const altering = {
      name: 'altered-source',
      enforce: 'pre' as const,
      transform: (source: string, id: string) => {
        const alteration = wanted.find(({ file }) => id === inRoot(file));
        return alteration && { code: alteration.alter(source), map: null };
      },
    };
    const projects = (root.test?.projects ?? []).flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project) || !names.includes(String(project.test?.name))) return [];
      const own = [project.test?.setupFiles ?? []].flat();
      // A module that files share would stay as it was from one run to the next where the process does.
      const test = {
        ...project.test,
        ...{ isolate, setupFiles: [...own, ...setupFiles] },
        ...(testTimeout !== undefined && { testTimeout, hookTimeout: testTimeout }),
      };
      return [{ ...project, test, plugins: [altering] }];
    });
    const vitest = await createVitest('test', {
      ...{ config: false, root: ROOT, watch: false, reporters: [{}] },
      ...ofRun,
      // It would hand out the text of another run.
      fsModuleCache: false,
      sequence: { sequencer: AsGiven },
      projects: projects as object[],
    });
    return new AlteredRun(vitest, (next) => {
      wanted = next;
    });
  }

  /** What the runs to come find in place of files. */
  use(...alterations: readonly Alteration[]): void {
    for (const { file } of [...this.#alterations, ...alterations]) this.vitest.invalidateFile(inRoot(file));
    this.#alterations = alterations;
    this.set(alterations);
  }

  /** Runs test files (all, when none are named) in their order, or those of their tests whose name matches. */
  async run(files?: readonly string[], pattern = /(?:)/): Promise<TestModule[]> {
    this.vitest.setGlobalTestNamePattern(pattern);
    const specifications = await this.vitest.globTestSpecifications(files && [...files]);
    const order = files?.map((file) => inRoot(file));
    const wanted = specifications.filter(({ moduleId }) => order?.includes(moduleId) ?? true);
    if (order) wanted.sort((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
    const { testModules } = await this.vitest.runTestSpecifications(wanted);
    // Those of earlier runs are among them.
    return testModules.filter(({ moduleId }) => wanted.some((one) => one.moduleId === moduleId));
  }

  close(): Promise<void> {
    return this.vitest.close();
  }
}

/** Vitest would begin with what took longest the last time. */
class AsGiven {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
