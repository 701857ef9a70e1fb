import { expect, it } from 'vitest';
import type {
  CloseRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  ImportRequest,
  InvokeRequest,
  ListRequest,
  ObjectValue,
  OpenRequest,
  PlanDestroyRequest,
  PlanRequest,
  ReadDataRequest,
  ReadRequest,
  UpdateRequest,
} from '../../../../framework';
import { readPage } from './markdown';

/** The names of a request that its row has to name; the page says of the others, once, that requests have them. */
type Own<R> = { readonly [N in Exclude<keyof R, (typeof SHARED)[number]>]: true };
const SHARED = ['connection', 'signal', 'timeLimit', 'privateState', 'diagnostics', 'log', 'now', 'ifUnsaved'] as const;

type O = ObjectValue;
const OWN = {
  '`create`': { plan: true, config: true, save: true } satisfies Own<CreateRequest<O, unknown>>,
  '`read`': { state: true } satisfies Own<ReadRequest<O, unknown>>,
  '`update`': { plan: true, state: true, config: true, save: true } satisfies Own<UpdateRequest<O, unknown>>,
  '`delete`': { state: true } satisfies Own<DeleteRequest<O, unknown>>,
  '`modifyPlan`': {
    ...{ config: true, prior: true, plan: true, set: true, requiresReplace: true, replacing: true, replaced: true },
  } satisfies Own<PlanRequest<O, unknown>>,
  '`planDestroy`': { state: true } satisfies Own<PlanDestroyRequest<O, unknown>>,
  '`importState`': { id: true, identity: true, isListed: true } satisfies Own<ImportRequest<unknown>>,
  '`configure` of the provider': {
    ...{ settings: true, config: true, environment: true, terraformVersion: true },
  } satisfies Own<ConfigureRequest<O>>,
  '`read` of a data source': { config: true } satisfies Own<ReadDataRequest<O, unknown>>,
  '`open` of an ephemeral resource': { config: true } satisfies Own<OpenRequest<O, unknown>>,
  '`close` of it': {} satisfies Own<CloseRequest<unknown>>,
  '`list` of a list resource': { config: true, limit: true } satisfies Own<ListRequest<O, unknown>>,
  '`invoke` of an action': { config: true, progress: true } satisfies Own<InvokeRequest<O, unknown>>,
};

/** The rows of the table of handlers: what is called, and the names of its request. */
const rows = new Map(
  [...readPage('framework/docs/handlers.md').prose.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \| [^|]+ \|$/gm)].map(
    ([, handler = '', request = '']) =>
      [handler, [...request.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)] as const,
  ),
);

it.each(Object.entries(OWN))('the row of %s names what its request has', (handler, own) => {
  const named = rows.get(handler) ?? [];
  const isShared = (name: string) => SHARED.some((one) => one === name);

  expect(rows.has(handler)).toBe(true);
  expect(named.filter((name) => !isShared(name)).sort()).toEqual(Object.keys(own).sort());
});
