import { join } from 'node:path';
import { installLocked } from '../../../scripts/support/locked-packages';
import { bin, inRoot } from '../../../scripts/support/paths';
import { run } from '../../../scripts/support/run';
import { installPythonTools } from '../python-tools';

const PYRIGHT = inRoot('.test/pyright');

/**
 * Checks Python programs with `mypy --strict` and with pyright, which judge in different ways. Returns the errors of each, as it prints
 * them.
 *
 * @param python the Python that has the packages which the programs import
 * @param files the programs
 */
export async function checkPythonTypes(
  python: string,
  files: readonly string[],
): Promise<{ readonly mypy: readonly string[]; readonly pyright: readonly string[] }> {
  const tools = await installPythonTools('python-types');
  await installLocked(inRoot('test/support/python-types'), PYRIGHT, '--ignore-scripts');
  const mypy = ['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', '--python-executable', python, ...files];
  const pyright = [join(PYRIGHT, 'node_modules/pyright/index.js'), '--pythonpath', python, ...files];
  return { mypy: errorsIn(await run(tools, mypy)), pyright: errorsIn(await run(bin('node'), pyright)) };
}

/** A checker that cannot run says so in other words. */
const errorsIn = ({ code, output }: { readonly code: number; readonly output: string }): string[] => {
  const errors = output.split('\n').filter((line) => /error:/.test(line));
  return code === 0 || errors.length > 0 ? errors : [output];
};
