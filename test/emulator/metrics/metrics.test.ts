import { expect, test } from 'vitest';
import { startS3 } from '../s3/support';
import { start, startEmulator } from '../support';

test('/metrics counts requests of both interfaces, each once, by operation and status', async () => {
  const { emulator, send, client } = await startS3();
  emulator.faults.add({ operation: 'listSecrets', cut: 'before-commit' });
  const before = await read(emulator.baseUrl);

  await send('GET', '/s3/buckets');
  await send('GET', '/s3/buckets');
  await send('GET', '/nowhere');
  await client.listBuckets();
  await expect(send('GET', '/secrets')).rejects.toThrow('fetch failed');

  const text = await read(emulator.baseUrl);
  const count = (page: string, labels: string) =>
    Number(new RegExp(`^coffer_requests_total\\{${labels}\\} (\\d+)$`, 'm').exec(page)?.[1] ?? 0);
  const rest = 'api="rest",operation="listBuckets",status="200"';
  expect(count(text, rest) - count(before, rest)).toBe(2);
  expect(count(text, 'api="none",operation="none",status="404"')).toBe(1);
  expect(count(text, 'api="rest",operation="listSecrets",status="cut"')).toBe(1);
  expect(count(text, 'api="s3",operation="ListBuckets",status="200"')).toBe(1);
  expect(text).toContain('coffer_request_duration_seconds_count{api="s3",operation="ListBuckets"} 1\n');
  // Looking is no request of the service.
  expect(emulator.journal.requests({ path: '/metrics' })).toEqual([]);
  expect(await read(emulator.baseUrl)).not.toContain('/metrics');
});

test('/metrics outlives a reset, and holds no id, name or secret', async () => {
  const { emulator, send } = await start();
  await send('POST', '/secrets', { project_id: emulator.projectId, name: 'canary-name', value: 'Y2FuYXJ5' });
  const [secret] = emulator.inspect.secrets();

  emulator.reset();

  const text = await read(emulator.baseUrl);
  expect(text).toContain('coffer_requests_total{api="rest",operation="createSecret",status="201"} 1\n');
  for (const hidden of ['canary', secret?.id ?? '?', emulator.projectId, emulator.token]) {
    expect(text).not.toContain(hidden);
  }
});

test('/metrics is for callers on this machine, and for the admin token', async () => {
  const emulator = await startEmulator({ adminToken: 'admin-token', tokens: ['service-token'] });
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(`${emulator.baseUrl}/metrics`, { headers })).status;
  const proxied = { 'x-forwarded-for': '192.0.2.7' };

  expect(await statusOf({})).toBe(200);
  expect(await statusOf(proxied)).toBe(401);
  expect(await statusOf({ ...proxied, authorization: 'Bearer service-token' })).toBe(401);
  expect(await statusOf({ ...proxied, authorization: 'Bearer admin-token' })).toBe(200);
  expect(await statusOf({ origin: 'http://elsewhere.example' })).toBe(403);
});

async function read(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return response.text();
}
