import { expect, it } from 'vitest';
import { at, shareRotatingKeys, TYPE } from './support';

const { bench, config, create, keys } = shareRotatingKeys();

it('has one key at first, and keeps its own id', async () => {
  const kept = await create();

  expect(keys()).toEqual([kept.state.id]);
  expect(kept.state).toMatchObject({
    overlap: '24h',
    previous: null,
    secret_id: null,
    undeleted_ids: [],
    current: {
      id: kept.state.id,
      access_key_id: expect.stringMatching(/^GK/),
      endpoint: bench.emulator.s3Endpoint,
      rotated_at: at(0),
      secret_access_key: bench.emulator.inspect.secretAccessKey(String(kept.state.id)),
    },
  });
  expect(await bench.host.plan(TYPE, config('1'), kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
});
