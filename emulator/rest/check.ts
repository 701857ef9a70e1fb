import { type Operation, type Route, routes } from '../../contract';
import { type FieldProblem, toProblems } from './body';

/** What is wrong with an operation's request body by the contract, every problem at once; none for one that is taken. */
export function checkRequest(operation: Operation, body: unknown): FieldProblem[] {
  const route: Route = routes[operation];
  const result = route.request?.safeParse(body);
  return result?.error ? toProblems(result.error) : [];
}
