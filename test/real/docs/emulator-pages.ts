import { expect } from 'vitest';
import { readPage } from '../../unit/repository/docs/markdown';
import { markOf, marksOf, nameOf, type Step, stepsOf } from './hcl';
import { promisedIn } from './outcomes';
import type { Terminal, Typed } from './terminal';

/**
 * What a reader of the emulator's pages does, in order, in one folder with two terminals. Comments (`<!-- … -->`) right before a block say what
 * is to be known:
 *
 * - `file: NAME`: a file with this text, in any language;
 * - `prints: TEXT`: among what the commands print; also `# TEXT` behind a command;
 * - `fails: TEXT`: the commands fail, and print this;
 * - `output`: what the commands before print, line by line; `…` stands for anything;
 * - `interrupts`: Ctrl-C in the other terminal comes first;
 * - `not typed: REASON`, `run by: TEST`: another test takes the block, or nobody can type it here.
 *
 * A block with nothing but the emulator's start runs in the other terminal until a block interrupts it.
 */
export const LANGUAGES = ['shell', 'text', 'json', 'ts', 'js', 'yaml', 'hcl', 'python'];

export const MARKS = /^(output|interrupts|(file|prints|fails|not typed|run by|parsed only): \S[\s\S]*)$/;

/** A start that goes on until it is interrupted. */
const START = /^node_modules\/\.bin\/coffer-emulator(?: --(?!help|version)[\w-]+(?:[ =](?!--)\S+)?)*$/;

/** A start at the usual ports that gets as far as listening. */
const USUAL_PORTS =
  /^(?:node_modules\/\.bin\/)coffer-emulator(?! exec| probe| save-seed)(?!.* --(help|version|port 0))/m;

export const isStart = (step: Step) =>
  step.kind === 'shell' && START.test(step.code.trim()) && markOf(step, 'fails') === undefined;

/** Whether the block is an example that no test here runs, and says which does or why none. */
export const isElsewhere = (step: Step) =>
  ['not typed', 'run by', 'parsed only'].some((name) => markOf(step, name) !== undefined);

export const emulatorSteps = (path: string): Step[] => stepsOf(path, readPage(path).text, LANGUAGES);

/** Does one step, and checks what the page promises of it. Gives what was printed, for an `output` that follows. */
export async function follow(step: Step, terminal: Terminal, before: string): Promise<string> {
  const file = markOf(step, 'file');
  if (file !== undefined) {
    await terminal.write(file, step.code);
    return before;
  }
  if (markOf(step, 'output') !== undefined) {
    expectOutput(step, before);
    return before;
  }
  if (isElsewhere(step)) return '';
  if (markOf(step, 'interrupts') !== undefined) await terminal.interrupt();
  // Here every port is free; a reader's are taken until the emulator before has ended.
  if (USUAL_PORTS.test(step.code))
    expect({ at: nameOf(step), isBusy: terminal.isBusy }).toMatchObject({ isBusy: false });
  if (isStart(step)) return await terminal.startEmulator(step.code.trim());
  const typed = await terminal.type(step.code);
  expectPromises(step, typed);
  return typed.output;
}

function expectPromises(step: Step, { code, output }: Typed): void {
  const at = nameOf(step);
  const failure = markOf(step, 'fails');
  if (failure === undefined) expect({ at, code, output }).toMatchObject({ code: 0 });
  else expect({ at, code }, output).not.toMatchObject({ code: 0 });
  const printed = output.replace(/\s+/g, ' ');
  const promised = [...marksOf(step, 'prints'), ...promisedIn(step), ...(failure === undefined ? [] : [failure])];
  for (const text of promised) expect(printed, at).toContain(text);
}

/** Every line of the block stands in the output, in this order. Ports are those of a reader's machine. */
function expectOutput(step: Step, output: string): void {
  const lines = step.code.trimEnd().split('\n').map(toPattern);
  expect(output, nameOf(step)).toMatch(new RegExp(`^${lines.join('\\n(?:.*\\n)*?')}$`, 'm'));
}

const toPattern = (line: string) =>
  line
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '.*?')
    .replace(/:428[01]\b/g, ':\\d+');
