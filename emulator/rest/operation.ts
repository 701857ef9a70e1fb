import type * as z from 'zod';
import type { Operation, routes } from '../../contract';
import type { PageRequest } from '../domain/collection';
import type { Caller } from '../domain/records';
import type { Rely } from '../domain/rules';
import type { Service } from '../domain/service';
import type { Knobs } from '../settings/knobs';
import type { Awaitable } from './awaitable';
import type { Outcome } from './response';

/** Body of an operation's request after validation; `undefined` for operations that have none. */
export type RequestBody<Name extends Operation> = (typeof routes)[Name] extends {
  request: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** One authenticated, validated request. */
export interface Call<Name extends Operation> {
  readonly service: Service;
  readonly caller: Caller;
  readonly rely: Rely<Knobs>;
  readonly body: RequestBody<Name>;
  /** The `{id}` of the path; `''` for operations without one. */
  readonly id: string;
  readonly page: PageRequest;
  /** URL of the S3 listener, shown as `endpoint`. */
  readonly s3Endpoint: string;
}

/** Implementations of the operations, without HTTP. */
export type Operations<Name extends Operation = Operation> = {
  readonly [N in Name]: (call: Call<N>) => Awaitable<Outcome>;
};
