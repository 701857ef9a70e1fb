import * as z from 'zod';

/** Error bodies. The interface shows none ("Errors: not shown"), so all of them are ours: one for each dialect in `docs/interface.md`. */

/** Ours: the body of the `conventional` dialect. `field` is the request field at fault, dotted. */
export const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }),
});

/** Ours: the body of the `enveloped` dialect (RFC 9457, Problem Details). `field` is an extension member. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  field: z.string().optional(),
});

export type ErrorBody = z.output<typeof errorBody>;
export type ProblemBody = z.output<typeof problemBody>;
