import type { Flag } from '../../emulator/cli/arguments';
import { FLAGS, toVariable } from '../../emulator/cli/flags';
import { MOVE_FLAGS } from '../../emulator/cli/move';
import { PROBE_FLAGS } from '../../emulator/cli/probe-flags';
import { RECONCILE_FLAGS } from '../../emulator/cli/reconcile';
import { SAVE_SEED_FLAGS } from '../../emulator/cli/save-seed';
import { code, table } from './markdown';

/** Flags that do not run the emulator, and therefore have no variable. */
const ASKING = ['help', 'version'];

/** The flags of each command, from the tables behind `--help`. */
export const flagParts = {
  flags: () =>
    table(
      ['Flag', 'Variable', 'What it does (default)'],
      FLAGS.map((flag) => [shown(flag), ASKING.includes(flag.name) ? '' : code(toVariable(flag.name)), said(flag)]),
    ),
  'move-flags': () => short(MOVE_FLAGS),
  'probe-flags': () => short(PROBE_FLAGS),
  'reconcile-flags': () => short(RECONCILE_FLAGS),
  'save-seed-flags': () => short(SAVE_SEED_FLAGS),
};

const short = (flags: readonly Flag[]) =>
  table(
    ['Flag', 'What it does (default)'],
    flags.map((flag) => [shown(flag), said(flag)]),
  );

const shown = ({ name, placeholder }: Flag) =>
  code(placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`);

/** Escapes text that looks like an HTML tag. */
const said = ({ says }: Flag) => says.replaceAll(/<(\w+)>/g, '\\<$1\\>');
