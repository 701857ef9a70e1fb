import { type Operation, type Route, routes } from '../../contract';
import type { FieldProblem } from '../domain/errors';
import { toProblems } from '../validation/validate';

/** Returns every problem of an operation's request body under the contract; none for a valid body. */
export function checkRequest(operation: Operation, body: unknown): FieldProblem[] {
  const route: Route = routes[operation];
  const result = route.request?.safeParse(body);
  return result?.error ? toProblems(result.error) : [];
}
