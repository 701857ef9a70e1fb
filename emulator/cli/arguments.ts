import { parseArgs } from 'node:util';

/** Flags of a command line: those with values, in the order given, and switches. */
export interface Arguments<Value extends string, Switch extends string> {
  readonly values: Partial<Record<Value, string[]>>;
  readonly on: ReadonlySet<Switch>;
}

/** Reads flags by name and adds every problem to `problems`: `parseArgs` stops at the first one, its tokens show them all. */
export function readArguments<Value extends string, Switch extends string>(
  argv: readonly string[],
  known: { readonly values: readonly Value[]; readonly switches: readonly Switch[] },
  problems: string[],
): Arguments<Value, Switch> {
  const options = {
    ...Object.fromEntries(known.values.map((name) => [name, { type: 'string', multiple: true } as const])),
    ...Object.fromEntries(known.switches.map((name) => [name, { type: 'boolean' } as const])),
  };
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const values: Partial<Record<Value, string[]>> = {};
  const on = new Set<Switch>();
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`"${token.value}" is not a flag.`);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const isSwitch = known.switches.find((each) => each === name);
    const isValue = known.values.find((each) => each === name);
    if (isSwitch) {
      if (value === undefined) on.add(isSwitch);
      else problems.push(`${rawName} takes no value.`);
    } else if (!isValue) problems.push(`There is no flag ${rawName}.`);
    else if (value === undefined || (!token.inlineValue && value.startsWith('--')))
      problems.push(`${rawName} needs a value.`);
    else values[isValue] = [...(values[isValue] ?? []), value];
  }
  return { values, on };
}

/** One flag of a command line, as its help text and its docs page show it. */
export interface Flag {
  readonly name: string;
  /** Name of its value; undefined for a switch. */
  readonly placeholder?: string;
  readonly says: string;
}

/** Flags with a value, then switches. The placeholder of a value is "value" unless `placeholders` names another. */
export function flagTable(
  values: Readonly<Record<string, string>>,
  switches: Readonly<Record<string, string>>,
  placeholders: Readonly<Record<string, string>> = {},
): readonly Flag[] {
  return [
    ...Object.entries(values).map(([name, says]) => ({ name, placeholder: placeholders[name] ?? 'value', says })),
    ...Object.entries(switches).map(([name, says]) => ({ name, says })),
  ];
}

/** Lines of a help text, one for each flag. */
export function flagLines(flags: readonly Flag[]): readonly string[] {
  return flags.map(({ name, placeholder, says }) => {
    const flag = placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`;
    return `  ${flag.padEnd(22)} ${says}`;
  });
}
