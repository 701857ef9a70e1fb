import { describe, expect, it } from 'vitest';
import { Host } from '../../../support/host';
import { shareAlteredEmulator } from '../support/altered-emulator';

/** P40: creates that a service only promises, with a 202 that has the id in its place. */

const shared = shareAlteredEmulator({ lag: { newHidden: 3 } });

describe.each([
  ['coffer_secret', '/secrets', { name: 'promised', value_wo: 'v' }],
  ['coffer_bucket', '/s3/buckets', { max_size: 1000n, wait_for: 'none' }],
] as const)('%s', (type, path, config) => {
  const create = async () => {
    const { token, projectId } = shared.emulator;
    const host = await Host.start({ baseUrl: shared.line.baseUrl, token, projectId });
    shared.line.alter = ({ call }, reply) => (call === `POST ${path}` ? { ...reply, status: 202 } : reply);
    return host.apply(type, config);
  };

  it('P40: is saved, and confirmed by a list, which has shown it before the create ends', async () => {
    const { kept, diagnostics } = await create();

    expect(diagnostics).toEqual([]);
    expect(kept?.state.id).toEqual(expect.any(String));
    expect(shared.line.calls.filter((call) => call === `GET ${path}`).length).toBeGreaterThan(4);
  });

  it('P40: that no list shows is in state, and a warning names it', async () => {
    shared.line.intercept = ({ call }) =>
      call === `GET ${path}` ? { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' } : undefined;
    const { kept, diagnostics } = await create();

    const { id } = kept?.state ?? {};
    expect(diagnostics).toMatchObject([{ severity: 'warning', summary: `Promised, but not listed yet: "${id}"` }]);
  });
});
