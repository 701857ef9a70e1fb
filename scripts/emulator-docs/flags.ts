import type { Flag } from '../../emulator/cli/arguments';
import { FLAGS, toVariable } from '../../emulator/cli/flags';
import { SAVE_SEED_FLAGS } from '../../emulator/cli/save-seed';
import { PROBE_FLAGS } from '../../emulator/probe/flags';
import { code, table } from './markdown';

/** Flags that ask for something else than to run: no variable stands for them. */
const ASKING = ['help', 'version'];

/** The flags of each command, from the tables that `--help` prints. */
export const flagParts = {
  flags: () =>
    table(
      ['Flag', 'Variable', 'What it does (default)'],
      FLAGS.map((flag) => [shown(flag), ASKING.includes(flag.name) ? '' : code(toVariable(flag.name)), said(flag)]),
    ),
  'probe-flags': () => short(PROBE_FLAGS),
  'save-seed-flags': () => short(SAVE_SEED_FLAGS),
};

const short = (flags: readonly Flag[]) =>
  table(
    ['Flag', 'What it does (default)'],
    flags.map((flag) => [shown(flag), said(flag)]),
  );

const shown = ({ name, placeholder }: Flag) =>
  code(placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`);

/** What looks like a tag is none. */
const said = ({ says }: Flag) => says.replaceAll(/<(\w+)>/g, '\\<$1\\>');
