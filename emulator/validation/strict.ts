import * as z from 'zod';
import { plural } from '../domain/counts';
import { nearest, nearMiss } from '../domain/nearest';

/**
 * Object schema with these members only. A misspelt member would have no effect, so an unknown one is an error that lists them.
 * `hidesNames`: a name that is no near miss of a known one is counted, as it may be a secret at the wrong place (E14).
 */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape, { hidesNames = false } = {}) {
  const known = Object.keys(shape);
  const error = (issue: { readonly code?: string; readonly keys?: readonly string[] }): string | undefined => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const keys = issue.keys ?? [];
    const told = keys.flatMap((key) => {
      const near = hidesNames ? nearMiss(key, known) : nearest(key, known);
      if (near === undefined) return hidesNames ? [] : [key];
      return [`${key} (did you mean ${near}?)`];
    });
    const others = keys.length - told.length;
    if (others > 0) told.push(`${others} other ${plural(others, 'name')}`);
    return `has unknown fields: ${told.join(', ')}; it may have ${known.join(', ')}`;
  };
  return z.strictObject(shape, { error: error as z.core.$ZodErrorMap });
}
