import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '../domain/errors';
import { DATABASE } from '../files/data-folder';

/** Exit codes: done, not possible, wrong flags. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags of a command line: those with values, in the order given, and switches. */
export interface Arguments<Value extends string, Switch extends string> {
  readonly values: Partial<Record<Value, string[]>>;
  readonly on: ReadonlySet<Switch>;
  /** Problems with the flags, one sentence each. The command adds those of the values. */
  readonly problems: string[];
}

/** One flag of a command line, as its help text and its docs page show it. */
export interface Flag {
  readonly name: string;
  /** Name of its value; undefined for a switch. */
  readonly placeholder?: string;
  readonly says: string;
}

/** Placeholders for the values of flags, in every command; `value` for all others. */
const PLACEHOLDERS: Readonly<Record<string, readonly string[]>> = {
  file: ['dialect-file', 'garage-admin-token-file', 'health-file', 'seed-file', 'tls-ca', 'write'],
  folder: ['data'],
  format: ['log'],
  name: ['bucket'],
  url: ['garage-admin-url'],
};

function placeholderOf(flag: string): string {
  return Object.keys(PLACEHOLDERS).find((name) => PLACEHOLDERS[name]?.includes(flag)) ?? 'value';
}

/** A command: its name as it is typed, and its flags with their descriptions. */
export class CommandLine<Value extends string, Switch extends string> {
  constructor(
    private readonly name: string,
    private readonly values: Readonly<Record<Value, string>>,
    private readonly switches: Readonly<Record<Switch, string>>,
    /** Placeholders that only this command has. */
    private readonly placeholders: Readonly<Record<string, string>> = {},
  ) {}

  /** Flags with a value, then switches. */
  get flags(): readonly Flag[] {
    const valued = Object.entries<string>(this.values).map(([name, says]) => {
      return { name, placeholder: this.placeholders[name] ?? placeholderOf(name), says };
    });
    return [...valued, ...Object.entries<string>(this.switches).map(([name, says]) => ({ name, says }))];
  }

  /** Reads flags by name and finds every problem: `parseArgs` stops at the first one, its tokens show them all. */
  read(argv: readonly string[]): Arguments<Value, Switch> {
    const isValue = (name: string): name is Value => Object.hasOwn(this.values, name);
    const isSwitch = (name: string): name is Switch => Object.hasOwn(this.switches, name);
    const options = Object.fromEntries([
      ...Object.keys(this.values).map((name) => [name, { type: 'string', multiple: true } as const]),
      ...Object.keys(this.switches).map((name) => [name, { type: 'boolean' } as const]),
    ]);
    const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
    const values: Partial<Record<Value, string[]>> = {};
    const on = new Set<Switch>();
    const problems: string[] = [];
    for (const token of tokens) {
      if (token.kind === 'positional') problems.push(`"${token.value}" is not a flag.`);
      if (token.kind !== 'option') continue;
      const { name, rawName, value } = token;
      if (isSwitch(name)) {
        if (value === undefined) on.add(name);
        else problems.push(`${rawName} takes no value.`);
      } else if (!isValue(name)) problems.push(`There is no flag ${rawName}.`);
      else if (value === undefined || (!token.inlineValue && value.startsWith('--')))
        problems.push(`${rawName} needs a value.`);
      else values[name] = [...(values[name] ?? []), value];
    }
    return { values, on, problems };
  }

  /**
   * Runs the command and returns its exit code: shows the help or every problem of the flags, or does the work. Shows the message of a StartError.
   *
   * @param about lines of the help
   * @param read reads the values of the flags, and adds to the problems
   */
  async run<T>(
    argv: readonly string[],
    about: readonly string[],
    read: (given: Arguments<Value, Switch>) => T,
    work: (values: T) => Promise<number>,
  ): Promise<number> {
    const given = this.read(argv);
    const on: ReadonlySet<string> = given.on;
    if (on.has('help')) {
      process.stdout.write(this.help('', ...about));
      return EXIT.ok;
    }
    const values = read(given);
    if (given.problems.length > 0) return this.refuse(given.problems);
    try {
      return await work(values);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return EXIT.failed;
    }
  }

  /** The text of `--help`: usage, the given lines, and one line for each flag. */
  help(...about: readonly string[]): string {
    const flags = this.flags.map(({ name, placeholder, says }) => {
      const flag = placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`;
      return `  ${flag.padEnd(22)} ${says}`;
    });
    return [`Usage: ${this.name} [flags]`, ...about, '', ...flags, ''].join('\n');
  }

  /** Shows wrong flags. Returns the exit code. */
  refuse(problems: readonly string[]): number {
    process.stderr.write([...problems, `${this.name} --help lists all flags.`, ''].join('\n'));
    return EXIT.usage;
  }
}

/** The folder that `--data` or the environment names. Adds a problem if neither does. */
export function readDataFolder(given: readonly string[] | undefined, env: Environment, problems: string[]): string {
  const folder = given?.at(-1) ?? env.COFFER_EMULATOR_DATA ?? '';
  if (folder === '') problems.push('--data is needed: a data folder of the emulator.');
  return folder;
}

/** Throws a StartError for a folder that is none of the emulator's: opening it would create the database. */
export function requireDataFolder(folder: string): void {
  if (!existsSync(join(folder, DATABASE))) throw new StartError(`${folder} is not a data folder of the emulator.`);
}
