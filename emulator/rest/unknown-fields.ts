import * as z from 'zod';
import { bucketRecord, type Operation, type Route, routes } from '../../contract';
import type { Json } from '../../contract/formats/json';
import { plural } from '../domain/counts';
import type { FieldProblem } from '../domain/errors';
import { nearMiss } from '../domain/nearest';
import { duplicateFields } from './duplicate-json-fields';

/** Fields that a request may have without effect: an update of a bucket takes "optionally other bucket fields". */
const WITHOUT_EFFECT: { readonly [Name in Operation]?: readonly string[] } = {
  updateBucket: Object.keys(bucketRecord.shape),
};

export const fieldsWithoutEffect = (operation: Operation): readonly string[] => WITHOUT_EFFECT[operation] ?? [];

/**
 * What the interface does not show of a request's body: fields that the operation does not have, and keys that an object has twice.
 *
 * A name that is no near miss of a known one is counted, not quoted: the client chose it, and it may be a secret (E14).
 */
export function unknownFields(operation: Operation, body: Json, text: Uint8Array): FieldProblem[] {
  const { request }: Route = routes[operation];
  if (!(request instanceof z.ZodObject)) return [];
  const known = [...new Set([...Object.keys(request.shape), ...(WITHOUT_EFFECT[operation] ?? [])])];
  const others = unknownIn(request, body, { known, at: '' });
  return [...others, ...findRepeated([...known, ...namesWithin(request)], text)];
}

function findRepeated(known: readonly string[], text: Uint8Array): FieldProblem[] {
  const all = duplicateFields(text);
  const told = all.filter((key) => known.includes(key) || nearMiss(key, known) !== undefined);
  const others = all.length - told.length;
  const count = others === 1 ? 'another field' : `${others} other fields`;
  return [
    ...told.map((field) => ({ field, says: 'is there twice' })),
    ...(others > 0 ? [{ field: '', says: `has ${count} twice` }] : []),
  ];
}

function namesWithin(schema: z.ZodObject): string[] {
  return Object.values(schema.shape).flatMap((part) =>
    part instanceof z.ZodObject ? [...Object.keys(part.shape), ...namesWithin(part)] : [],
  );
}

function unknownIn(
  schema: z.ZodObject,
  body: Json,
  { known, at }: { readonly known: readonly string[]; readonly at: string },
): FieldProblem[] {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return [];
  const others = Object.keys(body).filter((name) => !known.includes(name));
  const near = others.flatMap((name) => {
    const meant = nearMiss(name, known);
    return meant === undefined ? [] : [{ field: at + name, says: `is not a field: did you mean "${at}${meant}"?` }];
  });
  const far = others.length - near.length;
  const count = `has ${far} ${plural(far, 'field')} that it may not have; it may have ${known.join(', ')}`;
  const inside = Object.entries(body).flatMap(([name, value]) => {
    const part = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    return part instanceof z.ZodObject
      ? unknownIn(part, value, { known: Object.keys(part.shape), at: `${at}${name}.` })
      : [];
  });
  return [...near, ...(far > 0 ? [{ field: at.slice(0, -1), says: count }] : []), ...inside];
}
