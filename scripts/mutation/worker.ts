import type { TestModule } from 'vitest/node';
import { AlteredRun } from '../support/altered-run';
import { type Mutant, mutated } from './mutants';
import type { Result } from './result';

/** What the process of `scripts/test-mutation.ts` asks for. */
export interface Task {
  readonly mutant: Mutant;
  /** Test files, to be run one group after the other until a test fails. */
  readonly groups: readonly (readonly string[])[];
}

/** Time that one test has. */
const TEST_TIMEOUT_MS = 60_000;

/** Files that pass as long as nothing is changed. */
const sound = new Map<string, boolean>();

let run: AlteredRun | undefined;

process.on('message', async ({ mutant, groups }: Task) => {
  run ??= await AlteredRun.start({ testTimeout: TEST_TIMEOUT_MS, maxWorkers: 1 });
  process.send?.(await judge(run, mutant, groups));
});

async function judge(altered: AlteredRun, mutant: Mutant, groups: Task['groups']): Promise<Result> {
  const { id, file } = mutant;
  let passed = 0;
  for (const group of groups) {
    altered.use({ file, alter: (source) => mutated(mutant, source) });
    const modules = await altered.run(group);
    for (const module of modules) {
      const failure = failureOf(module);
      if (failure === undefined) passed += 1;
      else if (await isSound(altered, module.relativeModuleId)) return { id, ...failure };
    }
  }
  return { id, outcome: passed === 0 ? 'untested' : 'survived', by: `${passed} test files` };
}

/** A test that fails anyway notices nothing. */
async function isSound(altered: AlteredRun, file: string): Promise<boolean> {
  const known = sound.get(file);
  if (known !== undefined) return known;
  altered.use(undefined);
  const modules = await altered.run([file]);
  const passes = modules.length > 0 && modules.every((module) => failureOf(module) === undefined);
  sound.set(file, passes);
  if (!passes) console.error(`${file} fails although nothing was changed`);
  return passes;
}

function failureOf(module: TestModule): Pick<Result, 'outcome' | 'by'> | undefined {
  const [broken] = module.errors();
  if (broken) return { outcome: 'killed', by: `${module.relativeModuleId}: ${firstLine(broken.message)}` };
  const [failed] = module.children.allTests('failed');
  if (failed === undefined)
    return module.state() === 'failed' ? { outcome: 'killed', by: module.relativeModuleId } : undefined;
  const says = failed.result().errors?.[0]?.message ?? '';
  return {
    outcome: says.startsWith('Test timed out') ? 'timeout' : 'killed',
    by: `${module.relativeModuleId}: ${failed.fullName}`,
  };
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';
