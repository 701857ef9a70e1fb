interface Parameter {
  readonly name: string;
  readonly optional?: boolean;
  readonly docs?: { readonly summary?: string };
}

interface Method {
  readonly name: string;
  readonly static?: boolean;
  readonly variadic?: boolean;
  /** Name of the type whose method this one implements or overrides. */
  readonly overrides?: string;
  readonly parameters?: readonly Parameter[];
}

interface Property {
  readonly name: string;
  readonly static?: boolean;
  readonly type?: { readonly fqn?: string };
}

export interface Type {
  readonly fqn: string;
  readonly name: string;
  readonly namespace?: string;
  readonly kind: 'class' | 'interface' | 'enum';
  readonly docs?: { readonly example?: string };
  readonly initializer?: { readonly parameters?: readonly Parameter[] };
  readonly methods?: readonly Method[];
  readonly properties?: readonly Property[];
  /** Only in an enum. */
  readonly members?: readonly { readonly name: string }[];
}

export interface Assembly {
  readonly name: string;
  readonly targets: { readonly go: { readonly packageName: string } };
  readonly types: Readonly<Record<string, Type>>;
}

/** The top-level names of assemblies, in Go's spelling. */
export interface Vocabulary {
  readonly packages: ReadonlyMap<string, string>;
  /** Number of arguments of each package function: `coffer.NewBucket`, `coffer.Size_Parse`. */
  readonly functions: ReadonlyMap<string, number>;
  /** Number of arguments of each method, by its bare name. */
  readonly methods: ReadonlyMap<string, number>;
  readonly properties: ReadonlySet<string>;
}

export function vocabularyOf(assemblies: readonly Assembly[]): Vocabulary {
  const packages = new Map<string, string>();
  const functions = new Map<string, number>();
  const methods = new Map<string, number>();
  const properties = new Set<string>();
  for (const { types, targets } of assemblies) {
    const { packageName } = targets.go;
    for (const type of Object.values(types).filter(({ namespace }) => namespace === undefined)) {
      packages.set(type.name, packageName);
      if (type.initializer) functions.set(`${packageName}.New${type.name}`, countOf(type.initializer));
      for (const method of type.methods ?? []) {
        if (method.variadic) continue;
        const name = toGo(method.name);
        if (method.static) functions.set(`${packageName}.${type.name}_${name}`, countOf(method));
        else methods.set(name, countOf(method));
      }
      if (type.kind === 'enum') continue;
      for (const property of type.properties ?? []) if (!property.static) properties.add(toGo(property.name));
    }
  }
  return { packages, functions, methods, properties };
}

/** Go's spelling of a JavaScript member. */
export const toGo = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const countOf = ({ parameters }: { readonly parameters?: readonly Parameter[] }): number => parameters?.length ?? 0;

/*
 * jsii-rosetta writes Go that does not compile: structs without their package, slices and maps instead of pointers to them, inherited members with
 * JavaScript names, properties that are not called, calls without their optional arguments, duplicate comments, and a function that the runtime does
 * not have. This module corrects each of these with the declarations of the assemblies.
 */

export function correctGo(code: string, vocabulary: Vocabulary): string {
  const corrections = [withRuntime, withPackages, withPointers, withMembers, withEveryArgument];
  return corrections.reduce((text, correct) => correct(text, vocabulary), code);
}

/** Boolean values become `jsii.Bool`; a duplicate comment at the beginning is dropped. */
const withRuntime = (code: string): string =>
  code.replace(/\bjsii\.Boolean\(/g, 'jsii.Bool(').replace(/^(\/\/ .*\n)\1/, '$1');

/** `&BucketProps{` becomes `&coffer.BucketProps{`. */
const withPackages = (code: string, { packages }: Vocabulary): string =>
  code.replace(/(&|\[\]|\])([A-Z]\w*)\{/g, (all, before: string, name: string) =>
    packages.has(name) ? `${before}${packages.get(name)}.${name}{` : all,
  );

/** Slices and maps in struct fields become pointers, and so do those that are arguments of functions of ours. */
const withPointers = (code: string): string =>
  code
    .replace(/^(\t+[A-Z]\w*: )(?=\[\]|map\[)/gm, '$1&')
    .replace(/(\bcoffer\.[A-Z]\w*\((?:\w+, |jsii\.\w+\("[^"\n]*"\), )*)(?=\[\]|map\[)/g, '$1&');

/** `bucket.alias` becomes `bucket.Alias()`, `bucket.grantRead(` becomes `bucket.GrantRead(`. */
const withMembers = (code: string, { properties, methods }: Vocabulary): string =>
  code.replace(
    /(?<=\b[a-z]\w*|\))\.([A-Za-z]\w*)\b(\()?/g,
    (all, name: string, call: string | undefined, at: number) => {
      if (/(?:^|\W)(?:coffer|cdktf|cdktn|jsii|fmt)$/.test(code.slice(0, at)) || isInText(code, at)) return all;
      if (call) return methods.has(toGo(name)) ? `.${toGo(name)}(` : all;
      return properties.has(toGo(name)) ? `.${toGo(name)}()` : all;
    },
  );

/** Adds nil for omitted optional arguments. */
function withEveryArgument(code: string, { functions, methods }: Vocabulary): string {
  let text = code;
  // From the end, so that earlier positions stay valid.
  for (const found of [...code.matchAll(/(?:\b([a-z]\w*\.[A-Z]\w*)|\.([A-Z]\w*))\(/g)].reverse()) {
    const [all, name = '', method = ''] = found;
    const wanted = functions.get(name) ?? methods.get(method || name.replace(/^\w+\./, ''));
    if (wanted === undefined || /^jsii\./.test(name) || isInText(code, found.index)) continue;
    const open = found.index + all.length;
    const { close, count } = argumentsAt(text, open);
    const missing = Array.from({ length: Math.max(wanted - count, 0) }, () => 'nil').join(', ');
    if (missing === '') continue;
    text = `${text.slice(0, close)}${count > 0 ? ', ' : ''}${missing}${text.slice(close)}`;
  }
  return text;
}

/** Whether a position in the code is in a string or a comment. */
export function isInText(code: string, at: number): boolean {
  const line = code.slice(code.lastIndexOf('\n', at) + 1, at);
  return (line.match(/"/g)?.length ?? 0) % 2 === 1 || /(^|[^:"])\/\//.test(line);
}

/** The end of the arguments that begin at a position, and their number. */
function argumentsAt(code: string, start: number): { readonly close: number; readonly count: number } {
  let [depth, count, inString] = [0, 0, false];
  for (let at = start; at < code.length; at += 1) {
    const character = code[at] ?? '';
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if ('({['.includes(character)) depth += 1;
    else if (')}]'.includes(character) && depth > 0) depth -= 1;
    else if (character === ')') return { close: at, count: code.slice(start, at).trim() === '' ? 0 : count + 1 };
    else if (character === ',' && depth === 0) count += 1;
  }
  throw new Error(`a call has no end: ${code.slice(start - 40, start + 40)}`);
}
