import type { FastifyInstance } from 'fastify';
import { type Html, html } from './html';
import { layout } from './layout';
import type { DashboardContext, InterfaceDescription } from './ports';
import { ROOT, sendPage } from './reply';
import { type Column, table } from './table';

/** The path of the page on the REST port. Like the OpenAPI document, everybody may read it. */
export const REFERENCE_PATH = '/docs';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-ours'?: boolean;
  readonly requestBody?: { readonly content: Bodies };
  readonly responses: Readonly<Record<string, { readonly 'x-not-shown'?: boolean; readonly content?: Bodies }>>;
}

type Bodies = Readonly<Record<string, { readonly schema: FieldSchema }>>;

type Entry = Operation & { readonly method: string; readonly path: string };

const GROUPS: Readonly<Record<string, string>> = {
  secrets: 'Key/value secrets',
  'pull-secrets': 'Pull secrets',
  buckets: 'Buckets',
  keys: 'Access keys',
};

export function addReference(app: FastifyInstance, { describe }: Pick<DashboardContext, 'describe'>): void {
  app.get(REFERENCE_PATH, async (_request, reply) => {
    const description = await describe();
    const page = { title: 'Interface reference', path: REFERENCE_PATH };
    return sendPage(reply, 200, layout(page, body(description), undefined));
  });
}

function body(description: InterfaceDescription): Html {
  const entries = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({ ...(found as Operation), method: method.toUpperCase(), path })),
  );
  const tags = [...new Set(entries.flatMap(({ tags }) => tags))];
  // All operations of a dialect have the same errors.
  const errors = entries[0]?.responses.default;
  const titleOf = (tag: string) => GROUPS[tag] ?? tag;
  const of = (tag: string) => entries.filter(({ tags }) => tags.includes(tag));
  const content = ({ operationId, method, path, summary }: Entry) =>
    html`<li><a href="#${operationId}"><code>${method} ${path}</code></a> ${summary}</li>`;
  const resolve = (ref: string) => (description.components.schemas?.[ref.split('/').at(-1) ?? ''] ?? {}) as FieldSchema;
  return html`<p>How this emulator (version ${description.info.version}) answers in its dialect of the moment. For programs:
<a href="/openapi.json">OpenAPI 3.1</a>, and <a href="/_emulator/openapi.json">that of the control of tests</a>. For people:
<a href="${ROOT}">the dashboard</a>.</p>
<section class="card" aria-labelledby="calling"><h2 id="calling">Calling it</h2>
<p>Every request carries an access token, every body is JSON. What is marked “not shown” is open in the service’s own interface: another
dialect may have it otherwise.</p>
<pre><code>curl -H "Authorization: Bearer $COFFER_TOKEN" "$COFFER_BASE_URL/secrets"</code></pre></section>
<section class="card" aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ul>${tags.map((tag) => html`<li><a href="#${tag}">${titleOf(tag)}</a><ul>${of(tag).map(content)}</ul></li>`)}
<li><a href="#errors">Errors</a></li></ul></section>
${tags.map(
  (tag) => html`<section aria-labelledby="${tag}"><h2 id="${tag}">${titleOf(tag)}</h2>
${of(tag).map((entry) => operation(entry, resolve))}</section>`,
)}
<section class="card operation" aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>Any other status of any operation. The interface does not show them.</p>
${errors?.content ? fields('Body of an error', errors.content, resolve) : html`<p>No body.</p>`}</section>`;
}

function operation(entry: Entry, resolve: (ref: string) => FieldSchema): Html {
  const { operationId, method, path, summary, requestBody, responses } = entry;
  const name = `${method} ${path}`;
  return html`<article class="card operation" aria-labelledby="${operationId}">
<h3 id="${operationId}"><code>${name}</code></h3>
<p>${summary}.${entry['x-ours'] && ' The interface does not have this operation: the dialect does.'}</p>
${requestBody && fields(`Request body of ${name}`, requestBody.content, resolve)}
${Object.entries(responses)
  .filter(([status]) => status !== 'default')
  .map(
    ([status, doc]) => html`<h4>Status ${status}${doc['x-not-shown'] && html` <span class="poor">not shown</span>`}</h4>
${doc.content ? fields(`Response of ${name}, status ${status}`, doc.content, resolve) : html`<p>No body.</p>`}`,
  )}
</article>`;
}

function fields(caption: string, bodies: Bodies, resolve: (ref: string) => FieldSchema): Html[] {
  return Object.entries(bodies).map(([type, { schema }]) => {
    const says = `${caption}: ${typeOf(schema)}, ${type}`;
    return table(COLUMNS, fieldsOf(schema, resolve), { caption: says, empty: 'No fields.' });
  });
}

const COLUMNS: readonly Column<Field>[] = [
  { head: 'Field', kind: 'text', cell: ({ name }) => html`<code>${name}</code>` },
  { head: 'Type', kind: 'text', cell: ({ type }) => type },
  { head: 'Presence', kind: 'line', cell: ({ isRequired }) => (isRequired ? 'always' : 'optional') },
  { head: 'Notes', kind: 'text', cell: ({ notes }) => notes.join(' ') },
];

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
  const { items, properties = {}, required = [], type } = schema.$ref === undefined ? schema : resolve(schema.$ref);
  if (items) return fieldsOf(items, resolve, `${prefix}[]`);
  if (type !== 'object') return [];
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
