import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import type { Knobs } from '../../../emulator';
import { describeDialect } from '../../../emulator/rest/openapi';

/** A response as far as the document speaks of it. */
export interface Responded {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

type Json = Record<string, unknown>;
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

const documents = new Map<string, ReturnType<typeof describeDialect>>();
const validators = new Map<string, ValidateFunction>();

/**
 * What is wrong with a response by the OpenAPI document of the dialect; nothing: it is as described.
 *
 * Stricter than the document: a member that it does not name is wrong too. An operation that it does not have is to
 * return an error. Responses to HEAD have no body to judge.
 */
export function checkResponse(knobs: Knobs, method: string, path: string, answered: Responded): string[] {
  const { status, contentType, text } = answered;
  const document = documentOf(knobs);
  const templates = Object.keys(document.paths).filter((template) => toPattern(template).test(path));
  // `/secrets/pull` is not `/secrets/{id}`.
  const operation = templates
    .sort((a, b) => a.indexOf('{') - b.indexOf('{'))
    .map((template) => document.paths[template]?.[method.toLowerCase()])
    .find((found) => found !== undefined) as { responses: Record<string, Response> } | undefined;
  const anyError = Object.values(document.paths['/secrets'] ?? {})[0] as { responses: Record<string, Response> };
  const isError = status >= 400;
  const response = isError ? (operation ?? anyError).responses.default : operation?.responses[String(status)];
  if (!response) return [`${status} is not in the document`];
  const [[type, { schema }] = [undefined, { schema: {} }]] = Object.entries(response.content ?? {});
  if (method === 'HEAD') return [];
  if (type === undefined) return text === '' ? [] : ['a body, where the document has none'];
  if (contentType?.split(';')[0] !== type) return [`content type ${contentType}, where the document has ${type}`];
  const validate = validatorOf({ ...(close(schema) as Json), components: close(document.components) });
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function documentOf(knobs: Knobs): ReturnType<typeof describeDialect> {
  const key = JSON.stringify(knobs);
  const known = documents.get(key);
  if (known) return known;
  const made = describeDialect(knobs, '0');
  documents.set(key, made);
  return made;
}

const toPattern = (template: string) => new RegExp(`^${template.replaceAll('{id}', '[^/]+')}$`);

function validatorOf(schema: Json): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, formats: { int64: { type: 'number', validate: Number.isInteger } } });
  const made = ajv.compile(schema);
  validators.set(key, made);
  return made;
}

/** The same schema without room for members that it does not name. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, close(part)]));
  return closed.type === 'object' && closed.properties ? { ...closed, additionalProperties: false } : closed;
}
