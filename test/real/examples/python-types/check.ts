import { dirname, join } from 'node:path';
import { installLocked } from '../../../../scripts/support/locked-packages';
import { bin, inRoot } from '../../../../scripts/support/paths';
import { run } from '../../../../scripts/support/run';
import { installPythonTools } from '../../support/python-tools';

const PYRIGHT = inRoot('.test/pyright');

/** The errors of each checker, as it prints them. */
export interface TypeErrors {
  readonly mypy: readonly string[];
  readonly pyright: readonly string[];
}

/**
 * Checks Python programs with `mypy --strict` and with pyright, which judge in different ways.
 *
 * @param python the Python that has the packages which the programs import
 * @param programs the files of each program
 */
export async function checkPythonTypes(
  python: string,
  programs: readonly (readonly string[])[],
): Promise<readonly TypeErrors[]> {
  const tools = await installPythonTools('test/real/examples/python-types');
  await installLocked(inRoot('test/real/examples/python-types'), PYRIGHT, '--ignore-scripts');
  const mypy = ['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', '--python-executable', python];
  const pyright = [join(PYRIGHT, 'node_modules/pyright/index.js'), '--pythonpath', python];
  return Promise.all(
    programs.map(async (files) => {
      // Pyright looks for modules of a program where it runs.
      const cwd = dirname(files[0] ?? '');
      return {
        mypy: errorsIn(await run(tools, [...mypy, ...files], { cwd })),
        pyright: errorsIn(await run(bin('node'), [...pyright, ...files], { cwd })),
      };
    }),
  );
}

/** A checker that cannot run says so in other words. */
const errorsIn = ({ code, output }: { readonly code: number; readonly output: string }): string[] => {
  const errors = output.split('\n').filter((line) => /error:/.test(line));
  return code === 0 || errors.length > 0 ? errors : [output];
};
