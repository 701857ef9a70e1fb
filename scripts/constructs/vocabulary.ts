/** A parameter in an assembly. */
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

/** A type in an assembly. */
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

/** The part of a jsii assembly that is read here. */
export interface Assembly {
  readonly name: string;
  readonly targets: { readonly go: { readonly packageName: string } };
  readonly types: Readonly<Record<string, Type>>;
}

/** The top-level names of assemblies, in Go's spelling. */
export interface Vocabulary {
  /** The package of each type. */
  readonly packages: ReadonlyMap<string, string>;
  /** Number of arguments of each package function: `coffer.NewBucket`, `coffer.Size_Parse`. */
  readonly functions: ReadonlyMap<string, number>;
  /** Number of arguments of each method, by its bare name. */
  readonly methods: ReadonlyMap<string, number>;
  readonly properties: ReadonlySet<string>;
}

/** Reads the vocabulary for Go from the types of assemblies. */
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
