import type { TestModule, Vitest } from 'vitest/node';
import { inRoot, ROOT } from './paths';

/** One file of the source, as it is to be for a run. */
export interface Alteration {
  /** From the root of the checkout. */
  readonly file: string;
  alter(source: string): string;
}

/** Projects whose tests import what they test. */
const IMPORTING = ['unit', 'enumerations', 'processes', 'constructs'];

/** Runs tests that import what they test, with one file altered or as it is. The files themselves stay as they are. */
export class AlteredRun {
  #alteration: Alteration | undefined;

  private constructor(
    private readonly vitest: Vitest,
    private readonly set: (wanted: Alteration | undefined) => void,
  ) {}

  /** @param limits what differs from the projects' own limits */
  static async start(
    limits: { readonly testTimeout?: number; readonly maxWorkers?: number } = {},
  ): Promise<AlteredRun> {
    // Both are ES modules only, and what tsx runs is not.
    const { createVitest } = await import('vitest/node');
    const { default: root } = await import('../../vitest.config.mjs');
    const { maxWorkers, ...ofProject } = limits;
    let wanted: Alteration | undefined;
    const altering = {
      name: 'altered-source',
      enforce: 'pre' as const,
      transform: (source: string, id: string) =>
        wanted !== undefined && id === inRoot(wanted.file) ? { code: wanted.alter(source), map: null } : undefined,
    };
    const projects = (root.test?.projects ?? []).flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project)) return [];
      const name = project.test?.name;
      // A module that files share would stay as it was.
      const test = { ...project.test, isolate: true, ...ofProject };
      return IMPORTING.includes(String(name)) ? [{ ...project, test }] : [];
    });
    const vitest = await createVitest('test', {
      ...{ config: false, root: ROOT, watch: false, reporters: [{}] },
      ...(maxWorkers !== undefined && { maxWorkers }),
      // It would hand out the text of another run.
      fsModuleCache: false,
      projects: projects.map((project) => ({ ...(project as object), plugins: [altering] })),
    });
    return new AlteredRun(vitest, (next) => {
      wanted = next;
    });
  }

  /** What the runs to come find in place of a file. */
  use(alteration: Alteration | undefined): void {
    for (const one of [this.#alteration, alteration]) if (one) this.vitest.invalidateFile(inRoot(one.file));
    this.#alteration = alteration;
    this.set(alteration);
  }

  /** Runs test files, or those of their tests whose name matches. */
  async run(files: readonly string[], pattern = /(?:)/): Promise<TestModule[]> {
    this.vitest.setGlobalTestNamePattern(pattern);
    const specifications = await this.vitest.globTestSpecifications([...files]);
    const { testModules } = await this.vitest.runTestSpecifications(specifications);
    const wanted = new Set(files.map((file) => inRoot(file)));
    // Those of earlier runs are among them.
    return testModules.filter(({ moduleId }) => wanted.has(moduleId));
  }

  close(): Promise<void> {
    return this.vitest.close();
  }
}
