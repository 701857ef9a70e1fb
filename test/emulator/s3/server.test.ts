import { expect, test } from 'vitest';
import { startEmulator } from '../support';

test.each(['GET', 'PUT', 'DELETE', 'HEAD'])('answers %s with 501 as S3 says it', async (method) => {
  const { s3Endpoint } = await startEmulator();

  const response = await fetch(`${s3Endpoint}/bucket/a'b&c?list-type=2`, { method });
  const body = await response.text();

  expect(response.status).toBe(501);
  expect(response.headers.get('content-type')).toBe('application/xml');
  if (method === 'HEAD') expect(body).toBe('');
  else {
    expect(body).toContain('<Code>NotImplemented</Code>');
    expect(body).toContain('<Resource>/bucket/a&#39;b&#38;c</Resource>');
  }
});
