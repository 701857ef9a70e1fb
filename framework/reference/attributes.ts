import { type Attribute, type Attributes, isNested } from '../schema/schema';
import { isNumberType, type Type } from '../values/type';
import { anchor } from './markdown';

/** Headings of the groups and the attributes of each, in the registry's order. */
const GROUPS: readonly (readonly [heading: string, belongs: (attribute: Attribute) => boolean])[] = [
  ['Required', ({ required }) => required === true],
  ['Optional', ({ optional }) => optional === true],
  ['Read-only', ({ required, optional }) => !required && !optional],
];

/** Markdown about the attributes of a schema: in groups by name, then those of each nested attribute under a heading of its own. */
export function attributesReference(attributes: Attributes): string {
  return ['## Schema', ...groups(attributes, '', '###'), ...nestedSections(attributes, '')].join('\n\n');
}

function groups(attributes: Attributes, prefix: string, heading: string): string[] {
  const entries = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return GROUPS.flatMap(([title, belongs]) => {
    const lines = entries.filter(([, one]) => belongs(one)).map(([name, one]) => line(prefix + name, name, one));
    if (lines.length === 0) return [];
    return [`${heading === '' ? `${title}:` : `${heading} ${title}`}`, lines.join('\n')];
  });
}

function line(path: string, name: string, attribute: Attribute): string {
  const { type, sensitive, writeOnly, deprecated, description } = attribute;
  const words = [typeName(type), sensitive && 'Sensitive', writeOnly && 'Write-only', deprecated && 'Deprecated'];
  const below = isNested(type) ? ` See [below](#${anchor(nestedHeading(path))}).` : '';
  return `- \`${name}\` (${words.filter(Boolean).join(', ')}) ${description}${deprecated ? ` ${deprecated}` : ''}${below}`;
}

function nestedSections(attributes: Attributes, prefix: string): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => {
    if (!isNested(type)) return [];
    const path = prefix + name;
    return [
      `### ${nestedHeading(path)}`,
      ...groups(type.attributes, `${path}.`, ''),
      ...nestedSections(type.attributes, `${path}.`),
    ];
  });
}

const nestedHeading = (path: string) => `Nested schema for \`${path}\``;

/** Name of a type for readers: `Set of String`; those of an object's or a tuple's parts are left out. */
export function typeName(type: Attribute['type']): string {
  if (isNested(type)) return type.nesting === 'single' ? 'Attributes' : `Attributes ${capital(type.nesting)}`;
  if (typeof type === 'string')
    return isNumberType(type) ? 'Number' : { string: 'String', bool: 'Boolean', dynamic: 'Dynamic' }[type];
  const [kind, of] = type;
  if (kind === 'object') return `Object({ ${Object.keys(of).join(', ')} })`;
  if (kind === 'tuple') return 'Tuple';
  return `${capital(kind)} of ${typeName(of as Type)}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
