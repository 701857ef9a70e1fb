import type { RouteOptions } from 'fastify';
import type { Operation } from '../../contract';
import { HttpError } from '../http/http-error';
import { shownPath } from '../journal/addresses';
import { noRoute } from './error-responses';

/** Knows the methods of every path that the control plane's listener serves: interface, control API, documents and dashboard. */
export class AllowedMethods {
  readonly #routes: {
    readonly methods: readonly string[];
    readonly url: string;
    readonly pattern: RegExp;
    readonly operation: Operation | undefined;
  }[] = [];

  /** @param isOffered whether the dialect has the operation */
  constructor(private readonly isOffered: (name: Operation) => boolean) {}

  /** Called for each route that is added. */
  note({ method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>): void {
    if (config?.isInterface) return;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
    this.#routes.push({ methods: [method].flat(), url, pattern, operation: config?.operation });
  }

  /** The methods of a path; none: there is no such path. `/secrets/pull` is not `/secrets/{id}`. */
  of(path: string): readonly string[] {
    const named = this.#routes.filter(({ url }) => url === path);
    const here = named.length > 0 ? named : this.#routes.filter(({ pattern }) => pattern.test(path));
    const offered = here.filter(({ operation }) => operation === undefined || this.isOffered(operation));
    return [...new Set(offered.flatMap(({ methods }) => methods))];
  }

  /** The error for a request that no route takes: 405 with the methods of its path, or 404. */
  refusal({ method, url }: { readonly method: string; readonly url: string }): HttpError {
    const path = String(url.split('?', 1)[0]);
    const allow = this.of(path).join(', ');
    if (allow === '') return noRoute({ method, url });
    const says = `${method} is not a method of ${shownPath(path)}; it has ${allow}.`;
    return new HttpError(405, 'method_not_allowed', says, { allow });
  }
}
