import { delimiter } from 'node:path';
import { MAVEN_REPOSITORY } from '../../../scripts/constructs/maven';
import type { Target } from '../../../scripts/packages/chapters';
import { FOR_CDKTN } from '../../../scripts/packages/library';
import { installFileOf, programOf } from '../../../scripts/packages/readme';
import { ROOT } from '../../../scripts/support/paths';
import { findTerraform } from '../../../scripts/support/terraform';
import { parsePage, readPage } from '../../unit/repository/docs/markdown';
import { Terminal } from '../docs/terminal';
import { THRIFT } from './newcomer';

/** A test run has built what these build. */
const BUILDS = /^npm (ci|run build -- [a-z ]+)$/;
const EMULATOR = /^npm run --silent emulator /;
/** constructs-languages.test.ts types the commands of the framework on the pages of the examples. */
const COMMAND_LINE = /^npx cdktn-cli@/;
/** Files by the language of their block; the program has the name that the page gives it. */
const FILES: Readonly<Record<string, string>> = { xml: 'pom.xml', json: 'cdktf.json' };

/**
 * Types the page that installs the constructs, from top to bottom up to CDKTF. The clone is this checkout, the folder is empty, and the account is that
 * of the run, so that not everything is downloaded again. Returns what the commands print; throws at the first that fails.
 */
export async function typeInstallPage(target: Target): Promise<string> {
  const { path, text } = readPage(`docs/constructs/install/${installFileOf(target)}`);
  const { blocks } = parsePage(path, text.slice(0, text.indexOf('\n## With CDKTF\n')));
  await using terminal = await Terminal.empty(account());
  await terminal.addProgram('terraform', `#!/bin/sh\nexec '${(await findTerraform()).path}' "$@"\n`);
  let printed = '';
  for (const { language, code } of blocks) {
    const here = code.replaceAll('/path/to/coffer', ROOT);
    if (language === 'sh') printed += await typeLines(terminal, here);
    else await terminal.write(FILES[language] ?? programOf(FOR_CDKTN, target)?.file ?? '', here);
  }
  return printed;
}

async function typeLines(terminal: Terminal, lines: string): Promise<string> {
  let printed = '';
  for (const line of lines.trim().split('\n')) {
    if (BUILDS.test(line) || COMMAND_LINE.test(line)) continue;
    if (EMULATOR.test(line)) {
      await terminal.startEmulator(line, ROOT);
      continue;
    }
    const { code, output } = await terminal.type(line);
    printed += output;
    if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`);
  }
  return printed;
}

function account(): Record<string, string> {
  const mine = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(TF|CDKTF|COFFER|npm)_/.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(mine),
    ...THRIFT,
    // Maven assumes that a known version never changes, and this repository forgets ours at each build.
    MAVEN_OPTS: `${THRIFT.MAVEN_OPTS} -Dmaven.repo.local=${MAVEN_REPOSITORY}`,
    // Programs that npm has installed must be found the way the page says.
    PATH: (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !folder.includes('node_modules'))
      .join(delimiter),
  };
}
