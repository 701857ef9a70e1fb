import type { EndedTest } from './use-emulator';

/** What hooks of Vitest are told of a test, as far as it is read here: the same in its versions 3 to 5. */
export interface VitestTask {
  readonly name: string;
  readonly suite?: { readonly name: string; readonly suite?: VitestTask['suite'] } | undefined;
  /** It is expected to fail. */
  readonly fails?: boolean | undefined;
  readonly result?:
    | { readonly state: string; readonly errors?: readonly { readonly message?: string }[] | undefined }
    | undefined;
}

/** Name of a test behind those of its blocks. */
export function nameOf({ name, suite }: Pick<VitestTask, 'name' | 'suite'>): string {
  const blocks = suite && nameOf(suite);
  return blocks ? `${blocks} > ${name}` : name;
}

/** A test as its hooks see it when it has ended. */
export function endOf(task: VitestTask): EndedTest & { readonly name: string } {
  const { result, fails = false } = task;
  const hasFailed = result?.state === 'fail' && !fails;
  return { name: nameOf(task), failure: hasFailed ? (result.errors?.[0]?.message ?? 'it failed') : undefined };
}
