import type { TestModule } from 'vitest/node';
import { AlteredRun } from '../support/altered-run';
import { type Mutant, mutated } from './mutants';
import type { Result } from './results';

/** Request from the process of `scripts/test-mutation.ts`. */
export interface Task {
  readonly mutant: Mutant;
  /** Test files in their order; those after the first failure are not run. */
  readonly files: readonly string[];
}

const TEST_TIMEOUT_MS = 30_000;

let run: AlteredRun | undefined;

process.on('message', async (task: Task) => {
  run ??= await AlteredRun.start({
    ...{ isolate: false, testTimeout: TEST_TIMEOUT_MS, maxWorkers: 1, bail: 1 },
  });
  process.send?.(await judge(run, task));
});

async function judge(altered: AlteredRun, { mutant, files }: Task): Promise<Result> {
  const { id, file } = mutant;
  if (files.length === 0) return { id, outcome: 'untested', by: 'no test comes by' };
  altered.use({ file, alter: (source) => mutated(mutant, source) });
  for (let runs = 1; ; runs += 1) {
    const modules = await altered.run(files);
    const failures = modules.flatMap((module) => failureOf(module) ?? []);
    const failure = failures.find(({ outcome }) => outcome === 'killed') ?? failures[0];
    const passed = modules.filter((module) => module.state() === 'passed').length;
    // Without a failure all have passed, unless the run broke off.
    if (failure === undefined && passed < files.length && runs === 1) continue;
    return { id, ...(failure ?? { outcome: 'survived', by: `${passed} of ${files.length} test files` }) };
  }
}

function failureOf(module: TestModule): Pick<Result, 'outcome' | 'by'> | undefined {
  const [broken] = module.errors();
  if (broken) return { outcome: 'killed', by: `${module.relativeModuleId}: ${firstLine(broken.message)}` };
  const [failed] = module.children.allTests('failed');
  if (failed === undefined) {
    return module.state() === 'failed' ? { outcome: 'killed', by: module.relativeModuleId } : undefined;
  }
  const says = failed.result().errors?.[0]?.message ?? '';
  return {
    outcome: says.startsWith('Test timed out') ? 'timeout' : 'killed',
    by: `${module.relativeModuleId}: ${failed.fullName}`,
  };
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';
