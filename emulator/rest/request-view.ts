import type { FastifyRequest } from 'fastify';
import { type Operation, type Route, routes } from '../../contract';
import { attempt } from '../../contract/formats/attempt';
import type { Json } from '../../contract/formats/json';
import type { TokenStore } from '../domain/records';
import type { FaultView } from '../faults/spec';
import { bearerOf } from '../http/bearer';
import { parseBody } from '../http/body';

export interface Lookup {
  readonly tokens: Pick<TokenStore, 'find'>;
  /** The project of any object, by its id. */
  readonly projectOf: (id: string) => string | undefined;
}

/** Caller and target of a request, read before any validation, for faults, which apply first. Reads each part only on demand. */
export class IncomingView implements FaultView {
  #body: { readonly json: Json | undefined } | undefined;

  constructor(
    private readonly context: Pick<Lookup, 'projectOf'>,
    private readonly operation: Operation,
    private readonly request: FastifyRequest,
  ) {}

  get projectIds(): readonly string[] {
    const caller = this.request.identity.find();
    return caller ? projectsOf(this.context, caller.projectIds, this.body, this.objectId) : [];
  }

  get objectId(): string | undefined {
    const { id } = this.request.params as { id?: string };
    return id || idIn(this.body);
  }

  get key(): undefined {
    return undefined;
  }

  get accessKeyId(): undefined {
    return undefined;
  }

  get token(): string | undefined {
    return bearerOf(this.request.headers.authorization);
  }

  get headers() {
    return this.request.headers;
  }

  get body(): Json | undefined {
    this.#body ??= { json: this.#parse() };
    return this.#body.json;
  }

  #parse(): Json | undefined {
    const route: Route = routes[this.operation];
    if (!route.request) return undefined;
    const { headers, body } = this.request;
    return attempt(() => parseBody(headers['content-type'], body as Uint8Array | undefined));
  }
}

/** Projects that a request concerns: see {@link FaultView}. */
export function projectsOf(
  { projectOf }: Pick<Lookup, 'projectOf'>,
  callers: readonly string[],
  body: Json | undefined,
  objectId: string | undefined,
): readonly string[] {
  const named = memberOf(body, 'project_id');
  if (named !== undefined) return [named];
  if (objectId === undefined || callers.length < 2) return callers;
  const home = projectOf(objectId);
  // An object in a project that the token may not use counts as absent.
  return home !== undefined && callers.includes(home) ? [home] : callers;
}

export function idIn(body: Json | undefined): string | undefined {
  return memberOf(body, 'id');
}

function memberOf(body: Json | undefined, name: string): string | undefined {
  const value: unknown = body !== null && typeof body === 'object' ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
