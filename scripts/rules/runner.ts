import type { TestCase, TestModule, Vitest } from 'vitest/node';
import { inRoot, ROOT } from '../support/paths';
import { type Break, broken } from './break';
import type { NamedTest } from './pages';

/** A test that failed. */
export interface Failure {
  readonly test: string;
  /** First line of what it says. */
  readonly says: string;
}

/** Runs tests of this process (projects `unit` and `constructs`), with one place of the source broken or as it is. The files themselves stay as they are. */
export class Runner {
  private constructor(
    private readonly vitest: Vitest,
    private readonly setBreak: (wanted: Break | undefined) => void,
  ) {}

  static async start(): Promise<Runner> {
    // Both are ES modules only, and what tsx runs is not.
    const { createVitest } = await import('vitest/node');
    const { default: root } = await import('../../vitest.config.mjs');
    let wanted: Break | undefined;
    const breaking = {
      name: 'broken-rule',
      enforce: 'pre' as const,
      transform: (source: string, id: string) =>
        wanted !== undefined && id === inRoot(wanted.file) ? { code: broken(wanted, source), map: null } : undefined,
    };
    const projects = (root.test?.projects ?? []).filter((project) => {
      const name = typeof project === 'object' && 'test' in project ? project.test?.name : undefined;
      return name === 'unit' || name === 'constructs';
    });
    const vitest = await createVitest('test', {
      config: false,
      root: ROOT,
      watch: false,
      reporters: [{}],
      // It would hand out the text of another run.
      fsModuleCache: false,
      projects: projects.map((project) => ({ ...(project as object), plugins: [breaking] })),
    });
    return new Runner(vitest, (next) => {
      for (const one of [wanted, next]) if (one) vitest.invalidateFile(inRoot(one.file));
      wanted = next;
    });
  }

  /** What failed of a test, which may be a table or a group. Throws when the file could not be loaded, or nothing ran: that proves nothing. */
  async failures({ file, title }: NamedTest, wanted?: Break): Promise<Failure[]> {
    this.setBreak(wanted);
    this.vitest.setGlobalTestNamePattern(new RegExp(patternOf(title)));
    const specifications = await this.vitest.globTestSpecifications([file]);
    const { testModules } = await this.vitest.runTestSpecifications(specifications);
    const ran = testModules
      // Those of earlier runs are among them.
      .filter(({ moduleId }) => moduleId === inRoot(file))
      .flatMap(casesOf)
      .filter((one) => one.result().state !== 'skipped');
    if (ran.length === 0) throw new Error(`${file} has no test ${JSON.stringify(title)}.`);
    return ran.flatMap((one) => {
      const { state, errors = [] } = one.result();
      // Whatever takes too long on a busy machine says nothing of a rule.
      if (errors.every(({ message }) => message.startsWith('Test timed out'))) return [];
      return state === 'failed' ? [{ test: one.fullName, says: errors[0]?.message.split('\n')[0] ?? '' }] : [];
    });
  }

  close(): Promise<void> {
    return this.vitest.close();
  }
}

/** A title up to its first placeholder, as a regular expression: it is looked for after the numbers of its rules. */
function patternOf(title: string): string {
  const [literal = ''] = title.split(/%[a-z]|\$/);
  return `[PEC]\\d+: ${literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}

function casesOf(module: TestModule): TestCase[] {
  const [error] = module.errors();
  if (error) throw new Error(`${module.relativeModuleId} could not be loaded: ${error.message}`);
  return [...module.children.allTests()];
}
