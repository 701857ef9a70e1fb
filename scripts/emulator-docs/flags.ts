import type { CommandLine, Flag } from '../../emulator/cli/arguments';
import { START, toVariable } from '../../emulator/cli/flags';
import { MOVE } from '../../emulator/cli/move';
import { PROBE } from '../../emulator/cli/probe-flags';
import { RECONCILE } from '../../emulator/cli/reconcile';
import { SAVE_SEED } from '../../emulator/cli/save-seed';
import { code, table } from './markdown';

/** Flags that do not run the emulator, and therefore have no variable. */
const ASKING = ['help', 'version'];

/** The flags of each command, from the tables behind `--help`. */
export const flagParts = {
  flags: () =>
    table(
      ['Flag', 'Variable', 'What it does (default)'],
      START.flags.map((flag) => [
        shown(flag),
        ASKING.includes(flag.name) ? '' : code(toVariable(flag.name)),
        said(flag),
      ]),
    ),
  'move-flags': () => short(MOVE),
  'probe-flags': () => short(PROBE),
  'reconcile-flags': () => short(RECONCILE),
  'save-seed-flags': () => short(SAVE_SEED),
};

const short = ({ flags }: Pick<CommandLine<string, string>, 'flags'>) =>
  table(
    ['Flag', 'What it does (default)'],
    flags.map((flag) => [shown(flag), said(flag)]),
  );

const shown = ({ name, placeholder }: Flag) =>
  code(placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`);

/** Escapes text that looks like an HTML tag. */
const said = ({ says }: Flag) => says.replaceAll(/<(\w+)>/g, '\\<$1\\>');
