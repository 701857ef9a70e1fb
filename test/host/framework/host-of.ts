import { defineProvider } from '../../../framework/define-provider';
import type { Provider } from '../../../framework/provider';
import { defineResource, type ResourceDefinition } from '../../../framework/resource';
import type { Attributes } from '../../../framework/schema/schema';
import { type HostOptions, ProviderHost } from '../../../framework/testing/provider-host';
import { DEMO } from '../../unit/framework/definitions';

type Thing<A extends Attributes> = ResourceDefinition<A, unknown, never>;

/** A host of a provider with a resource `demo_thing`, of which `handlers` take the place of its own, and with these other parts. */
export const hostOf = <A extends Attributes>(
  thing: Pick<Thing<A>, 'schema' | 'create'> & Partial<Thing<A>>,
  handlers: object = {},
  { parts = {}, ...options }: HostOptions & { readonly parts?: Partial<Provider<unknown>> } = {},
): Promise<ProviderHost> => {
  const plain = {
    typeName: 'thing',
    read: async ({ state }: { state: object }) => state,
    delete: async () => undefined,
  };
  const definition = { ...plain, ...thing, ...handlers } as Thing<A>;
  return ProviderHost.start(defineProvider({ ...DEMO, ...parts, resources: [defineResource<A>(definition)] }), options);
};
