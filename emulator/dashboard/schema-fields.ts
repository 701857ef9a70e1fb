/** The part of JSON Schema that the description of the interface uses. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
}

/** A field of a body. */
export interface Field {
  /** Its path: `permissions.read`, `data[].id`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Further constraints of the schema, in words. */
  readonly notes: readonly string[];
}

/** All fields below a schema, outer before inner. `resolve` returns the target of a reference. */
export function fieldsOf(schema: FieldSchema, resolve: (ref: string) => FieldSchema, prefix = ''): Field[] {
  const { items, properties = {}, required = [], ...rest } = followed(schema, resolve);
  if (items) return fieldsOf(items, resolve, `${prefix}[]`);
  if (rest.type !== 'object') return [];
  return Object.entries(properties).flatMap(([property, inner]) => {
    const name = prefix === '' ? property : `${prefix}.${property}`;
    const isRequired = required.includes(property);
    return [{ name, type: typeOf(inner), isRequired, notes: notesOf(inner) }, ...fieldsOf(inner, resolve, name)];
  });
}

/** The type of a schema in words: `array of string`, `integer or null`. */
export function typeOf({ $ref, type, items, anyOf }: FieldSchema): string {
  if ($ref !== undefined) return 'object';
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `array of ${typeOf(items)}`;
  return [type ?? 'anything'].flat().join(' or ');
}

function notesOf({ description, pattern, minimum, enum: values }: FieldSchema): string[] {
  return [
    ...(description === undefined ? [] : [description]),
    ...(pattern === undefined ? [] : [`Matches ${pattern}`]),
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(values === undefined ? [] : [`One of ${values.join(', ')}.`]),
  ];
}

function followed(schema: FieldSchema, resolve: (ref: string) => FieldSchema): FieldSchema {
  return schema.$ref === undefined ? schema : resolve(schema.$ref);
}
