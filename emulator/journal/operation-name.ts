import * as z from 'zod';
import { type Operation, routes } from '../../contract';
import { nearest } from '../domain/nearest';
import { S3_OPERATIONS } from '../domain/s3-operation';

/** The names of all operations, of the control plane and of the data plane. */
export const OPERATION_NAMES = [...(Object.keys(routes) as [Operation, ...Operation[]]), ...S3_OPERATIONS] as const;

const says = (what: string) => (issue: { readonly input?: unknown }) => {
  const near = typeof issue.input === 'string' ? nearest(issue.input, OPERATION_NAMES) : undefined;
  return `must be ${what}: ${near === undefined ? OPERATION_NAMES.join(', ') : `did you mean ${near}?`}`;
};

/** The name of an operation, of the control plane or of the data plane. */
export const operationName = z.enum(OPERATION_NAMES, { error: says('the name of an operation') });

/** The same, or `*` for all. */
export const operationOrAll = z.enum([...OPERATION_NAMES, '*'], { error: says('the name of an operation, or *') });
