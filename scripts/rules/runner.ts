import type { TestCase, TestModule } from 'vitest/node';
import { AlteredRun } from '../support/altered-run';
import { type Break, broken } from './break';
import type { NamedTest } from './pages';

/** A test that failed. */
export interface Failure {
  readonly test: string;
  /** First line of its message. */
  readonly says: string;
}

/** Runs the tests of rules, with one place of the source broken or unchanged. */
export class Runner {
  private constructor(private readonly run: AlteredRun) {}

  static async start(): Promise<Runner> {
    return new Runner(await AlteredRun.start());
  }

  /**
   * The failures of a test, which may be a table or a group. Throws if the file could not be loaded or nothing ran: that proves
   * nothing.
   */
  async failures({ file, title }: NamedTest, wanted?: Break): Promise<Failure[]> {
    this.run.use(...(wanted ? [{ file: wanted.file, alter: (source: string) => broken(wanted, source) }] : []));
    const modules = await this.run.run([file], new RegExp(patternOf(title)));
    const ran = modules.flatMap(casesOf).filter((one) => one.result().state !== 'skipped');
    if (ran.length === 0) throw new Error(`${file} has no test ${JSON.stringify(title)}.`);
    return ran.flatMap((one) => {
      const { state, errors = [] } = one.result();
      // A timeout on a busy machine proves nothing about a rule.
      if (errors.every(({ message }) => message.startsWith('Test timed out'))) return [];
      return state === 'failed' ? [{ test: one.fullName, says: errors[0]?.message.split('\n')[0] ?? '' }] : [];
    });
  }

  close(): Promise<void> {
    return this.run.close();
  }
}

/** A title up to its first placeholder, as a regular expression; it matches after the numbers of the rules. */
function patternOf(title: string): string {
  const [literal = ''] = title.split(/%[a-z]|\$/);
  return `[PFEC]\\d+: ${literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}

function casesOf(module: TestModule): TestCase[] {
  const [error] = module.errors();
  if (error) throw new Error(`${module.relativeModuleId} could not be loaded: ${error.message}`);
  return [...module.children.allTests()];
}
