import * as z from 'zod';
import { nearest } from '../domain/nearest';

/** Object schema with these members only. A misspelt member would have no effect, so an unknown one is an error that lists them. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  const error = (issue: { readonly code?: string; readonly keys?: readonly string[] }): string | undefined => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const named = (issue.keys ?? []).map((key) => {
      const near = nearest(key, known);
      return near === undefined ? key : `${key} (did you mean ${near}?)`;
    });
    return `has unknown fields: ${named.join(', ')}; it may have ${known.join(', ')}`;
  };
  return z.strictObject(shape, { error: error as z.core.$ZodErrorMap });
}

/** Returns a copy without members that are undefined: JSON has none, but callers in this process may set them. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
