import { expect, it } from 'vitest';
import { createProviderServer } from '../../framework/server/provider-server';
import { provider } from '../../provider/provider';
import { skippingEnvironment } from '../support/environment';

const server = createProviderServer(provider, skippingEnvironment({ baseUrl: '', token: '', projectId: '' }));
const upgrade = (json: string | undefined, version = 0n) =>
  server.upgradeResourceIdentity({ typeName: 'coffer_secret', version, json });

it('an identity of the current version does not change', () => {
  expect(upgrade('{"id":"s-1"}')).toEqual({ identity: { id: 's-1' }, diagnostics: [] });
});

it.each([
  ['{"id":', 0n, 'it is not JSON'],
  [undefined, 0n, 'there is none'],
  ['{"id":"s-1"}', 1n, 'version 1 is not known'],
])('a stored identity that cannot be read says why: %s, version %i', (json, version, reason) => {
  const { identity, diagnostics } = upgrade(json, version);

  expect(identity).toBeUndefined();
  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      summary: 'Identity not readable',
      detail: `The stored identity of this coffer_secret cannot be used: ${reason}.`,
    },
  ]);
});
