import type { Provider } from '../../../../framework/provider';

/** A provider without settings that stands in for somebody else's. */
export function standIn(
  typeName: string,
  offers: Partial<Pick<Provider<unknown>, 'resources' | 'ephemeralResources'>>,
): Provider<unknown> {
  return {
    typeName,
    source: `hashicorp/${typeName}`,
    schema: { description: `Stands in for hashicorp/${typeName}.`, attributes: {} },
    resources: [],
    ...offers,
  };
}
