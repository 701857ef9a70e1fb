import { expect, it } from 'vitest';
import { provider } from '../../../provider/provider';

it('every attribute that holds a secret is sensitive, and so is every write-only one', () => {
  const { schema, resources, dataSources = [], ephemeralResources = [] } = provider;
  const all = [{ typeName: 'provider', schema }, ...resources, ...dataSources, ...ephemeralResources];
  const open = all.flatMap(({ typeName, schema: { attributes } }) =>
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const isSecret = attribute.writeOnly || /^(token|password|value|secret_access_key|fingerprint_key)$/.test(name);
      return isSecret && !attribute.sensitive ? `${typeName}.${name}` : [];
    }),
  );

  expect(open).toEqual([]);
});
