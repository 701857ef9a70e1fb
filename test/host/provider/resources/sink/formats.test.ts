import { describe, expect, it } from 'vitest';
import { Host } from '../../../../support/host';
import { AlteredLine } from '../../support/altered-line';
import { summaries } from '../support/bench';
import { shareSinks, TYPE } from './support';

const { bench, buckets, config, create, halfOf, stored } = shareSinks();

describe('formats', () => {
  const aliases = () =>
    bench.emulator.inspect
      .buckets()
      .filter(({ id }) => buckets.includes(id))
      .map(({ alias }) => alias)
      .sort();

  it('P25: json', async () => {
    const kept = await create({ secret_name: 'k', format: 'json' });

    expect(JSON.parse(stored(kept))).toEqual({
      access_key_id: kept.state.access_key_id,
      secret_access_key: halfOf(kept),
      endpoint: bench.emulator.s3Endpoint,
      region: 'us-east-1',
      buckets: aliases(),
    });
  });

  it('P25, P31: env, with the region of the provider', async () => {
    await bench.restart({ settings: { s3_region: 'eu-west-3' } });

    const kept = await create({ secret_name: 'k', format: 'env' });

    expect(stored(kept).split('\n')).toEqual([
      `AWS_ACCESS_KEY_ID=${kept.state.access_key_id}`,
      `AWS_ENDPOINT_URL_S3=${bench.emulator.s3Endpoint}`,
      'AWS_REGION=eu-west-3',
      `AWS_SECRET_ACCESS_KEY=${halfOf(kept)}`,
      `S3_BUCKETS=${aliases().join(',')}`,
      '',
    ]);
  });

  it.each(['alias', 'endpoint'])('P25: the create waits for a bucket that lacks only its %s', async (missing) => {
    await using line = await AlteredLine.start(bench.emulator.baseUrl);
    const host = await Host.start({ ...bench.project, baseUrl: line.baseUrl });
    let early = 3;
    line.alter = ({ call }, reply) => {
      if (call !== 'GET /s3/buckets' || early === 0) return reply;
      early -= 1;
      return { ...reply, body: reply.body.replaceAll(new RegExp(`"${missing}":"[^"]*"`, 'g'), `"${missing}":null`) };
    };

    const { kept } = await host.apply(TYPE, config({ secret_name: 'k', format: 'json' }));

    expect(JSON.parse(stored(kept))).toMatchObject({ endpoint: bench.emulator.s3Endpoint, buckets: aliases() });
    expect(early).toBe(0);
  });

  it('P4, P25: a bucket that never gets its endpoint is an error that names the time limit, before a key is made', async () => {
    await using line = await AlteredLine.start(bench.emulator.baseUrl);
    const host = await Host.start({ ...bench.project, baseUrl: line.baseUrl });
    line.alter = ({ call }, reply) =>
      call === 'GET /s3/buckets'
        ? { ...reply, body: reply.body.replaceAll(/"endpoint":"[^"]*"/g, '"endpoint":null') }
        : reply;
    const keys = bench.emulator.inspect.accessKeys().length;

    const { diagnostics } = await host.apply(TYPE, {
      ...config({ secret_name: 'k', format: 'json' }),
      timeouts: { create: '90s' },
    });

    expect(diagnostics).toMatchObject([
      {
        summary: 'Bucket not ready yet',
        detail: expect.stringContaining('within 90 seconds'),
        path: [{ attribute: 'bucket_ids' }],
      },
    ]);
    expect(bench.emulator.inspect.accessKeys()).toHaveLength(keys);
  });

  it('a bucket that does not exist is an error before a key is made', async () => {
    const { diagnostics } = await bench.host.apply(TYPE, {
      ...config({ secret_name: 'k', format: 'env' }),
      bucket_ids: ['nobody'],
    });

    expect(summaries(diagnostics)).toEqual(['error: No such bucket']);
    expect(diagnostics[0]?.detail).toContain('"nobody"');
    expect(bench.emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });
});
