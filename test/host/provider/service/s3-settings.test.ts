import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import { Host, type HostOptions, type Kept } from '../../../support/host';
import { clientFor, planeOf } from '../../emulator/s3/support';
import { startTls } from '../client/nasty-servers';
import { startProxy } from '../support/proxy';

/** The endpoint that buckets show. Its host does not resolve. */
const PUBLIC = 'http://s3.coffer.test';

async function start(options: EmulatorOptions = {}) {
  const emulator = await Emulator.start({ s3PublicUrl: PUBLIC, ...options });
  onTestFinished(() => emulator.stop());
  return emulator;
}

/** A bucket that holds an object and an upload, in the state of a provider with these settings. */
async function fill(emulator: Emulator, options: HostOptions): Promise<{ host: Host; kept: Kept }> {
  const settings = { max_retries: 0, ...options.settings };
  const host = await Host.start(emulator, { ...options, settings });
  const { kept } = await host.apply('coffer_bucket', { max_size: 1000, force_destroy: true });
  const bucket = { id: String(kept?.state.id), alias: String(kept?.state.alias) };
  const s3 = clientFor(emulator, await planeOf(emulator).key([bucket], { write: true }));
  for (const Key of ['a b/../c', 'ü']) await s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key, Body: 'x' }));
  return { host, kept: kept as Kept };
}

const portOf = (url: string) => Number(new URL(url).port);

describe('s3_endpoint', () => {
  it('is used to empty buckets, and no resource shows it', async () => {
    const emulator = await start();

    const { host, kept } = await fill(emulator, { settings: { s3_endpoint: emulator.s3Endpoint } });
    const { diagnostics } = await host.destroy('coffer_bucket', kept);

    expect(diagnostics).toEqual([]);
    expect(kept.state.endpoint).toBe(PUBLIC);
    expect(emulator.inspect.buckets()).toEqual([]);
  });
});

it('an untrusted certificate of S3 is an error that names the settings to change, and leaves no key', async () => {
  const emulator = await start();
  const { port } = await startTls();
  const { host, kept } = await fill(emulator, { settings: { s3_endpoint: `https://localhost:${port}` } });
  const keys = emulator.inspect.accessKeys().length;

  const { diagnostics } = await host.destroy('coffer_bucket', kept);

  expect(diagnostics[0]?.detail).toContain(
    `the S3 endpoint https://localhost:${port} could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT). ` +
      'The certificate of the server is self-signed, and so not trusted: give it in ca_cert_pem or ca_cert_file.',
  );
  expect(emulator.inspect.accessKeys()).toHaveLength(keys);
});

describe('s3_addressing = "virtual"', () => {
  it('puts the bucket before the host', async () => {
    const emulator = await start();
    const proxy = await startProxy(portOf(emulator.s3Endpoint));

    const { host, kept } = await fill(emulator, {
      settings: { s3_addressing: 'virtual' },
      variables: { HTTP_PROXY: proxy.url },
    });
    const { diagnostics } = await host.destroy('coffer_bucket', kept);

    expect(diagnostics).toEqual([]);
    expect(emulator.inspect.buckets()).toEqual([]);
    expect(proxy.asked.length).toBeGreaterThan(2);
    expect(proxy.asked.filter((line) => !line.includes(` http://${kept.state.alias}.s3.coffer.test/?`))).toEqual([]);
  });

  it('is refused for an endpoint whose host is an IP address, and leaves no key', async () => {
    const emulator = await start({ s3PublicUrl: 'http://127.0.0.1:1' });
    const { host, kept } = await fill(emulator, { settings: { s3_addressing: 'virtual' } });
    const keys = emulator.inspect.accessKeys().length;

    const { diagnostics } = await host.destroy('coffer_bucket', kept);

    expect(diagnostics[0]?.detail).toContain('Set s3_addressing = "path".');
    expect(emulator.inspect.accessKeys()).toHaveLength(keys);
  });
});
