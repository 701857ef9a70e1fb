import type { Provider } from '../../../framework/provider';

/** A provider has a client, and here nobody needs one. */
export type NoClient = Readonly<Record<never, never>>;

/** A provider without settings that stands in for somebody else's. */
export function standIn(
  typeName: string,
  offers: Partial<Pick<Provider<NoClient>, 'resources' | 'ephemeralResources'>>,
): Provider<NoClient> {
  return {
    typeName,
    source: `hashicorp/${typeName}`,
    schema: { description: `Stands in for hashicorp/${typeName}.`, attributes: {} },
    resources: [],
    ...offers,
    configure: async () => ({ kind: 'ready', connection: {}, close: async () => undefined }),
    describeError: (error, action) => ({ severity: 'error', summary: `Cannot ${action}`, detail: String(error) }),
  };
}
