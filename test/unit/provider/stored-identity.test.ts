import { expect, it } from 'vitest';
import { createProviderServer } from '../../../framework/server/provider-server';
import { provider } from '../../../provider/provider';
import { skippingEnvironment } from '../../host/provider/support/environment';

const server = createProviderServer(provider, skippingEnvironment({ baseUrl: '', token: '', projectId: '' }));
const upgrade = (json: string | undefined, version = 0n) =>
  server.upgradeResourceIdentity({ typeName: 'coffer_secret', version, json });

it('an identity of the current version does not change', () => {
  expect(upgrade('{"id":"s-1"}')).toEqual({ identity: { id: 's-1' }, diagnostics: [] });
});

it.each([
  ['{"id":', 0n],
  [undefined, 0n],
  ['{"id":null}', 0n],
  ['{"id":[]}', 0n],
  ['{"name":"s-1"}', 1n],
])('a stored identity that does not fit is null, and left to the next read: %s, version %i', (json, version) => {
  expect(upgrade(json, version)).toEqual({ identity: { id: null }, diagnostics: [] });
});
