import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCurl } from '../../../../emulator/journal/curl';
import { send as sendRaw } from '../../../host/emulator/s3/raw';
import { startS3 } from '../../../host/emulator/s3/support';
import { base64, start } from '../../../host/emulator/support';

/** The words that a shell makes of a command, with these variables. */
function wordsOf(command: string, environment: Record<string, string>): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env: environment }).split('\0').slice(0, -1);
}

const after = (words: readonly string[], flag: string) =>
  words.flatMap((word, at) => (word === flag ? [words[at + 1]] : []));

test('E20: a request of REST as curl: a shell makes the same request of it, with secrets from the environment', async () => {
  const { emulator, send, project } = await start();
  const description = `it's "odd" $HOME \`id\` \\ %`;
  await send('POST', '/s3/buckets', { project_id: project, max_size: 2n ** 60n, description });
  await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('CANARY'), unknown: 'CANARY' });
  const [bucket, secret] = emulator.journal.requests().map(toCurl);
  const environment = { COFFER_BASE_URL: 'http://h:1', COFFER_TOKEN: 'T', SECRET_VALUE: 'dg==' };

  const words = wordsOf(bucket ?? '', environment);
  const [data] = after(wordsOf(secret ?? '', environment), '--data');

  expect(after(words, '--data')).toEqual([
    `{"project_id":"${project}","max_size":${2n ** 60n},"description":${JSON.stringify(description)}}`,
  ]);
  expect(after(words, '--header')).toEqual(['Authorization: Bearer T', 'content-type: application/json']);
  expect(words.at(-1)).toBe('http://h:1/s3/buckets');
  expect(JSON.parse(data ?? '')).toEqual({ project_id: project, name: 'a', value: 'dg==' });
  expect(secret).not.toContain('CANARY');
});

test("E20: a request of S3 as curl: signed anew with the environment's key, never with what was sent", async () => {
  const { emulator, client, Bucket, credentials } = await startS3();
  await client.putObject({ Bucket, Key: "it's/$(id) ü", Body: 'x', Metadata: { a: 'CANARY' } });
  const query = { 'response-content-type': 'text/plain', 'X-Amz-Signature': 'CANARY', CANARY: 'CANARY' };
  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k`, query }, credentials);
  await sendRaw(
    emulator.s3Endpoint,
    { method: 'HEAD', path: `/${Bucket}/k`, headers: { cookie: 'CANARY' } },
    credentials,
  );
  const [put = '', get = '', head = ''] = emulator.journal.requests().slice(-3).map(toCurl);
  const environment = { AWS_ENDPOINT_URL_S3: 'http://h:2', AWS_ACCESS_KEY_ID: 'I', AWS_SECRET_ACCESS_KEY: 'S' };

  const words = wordsOf(put, environment);

  expect(after(words, '--user')).toEqual(['I:S']);
  expect(after(words, '--aws-sigv4')).toEqual(['aws:amz:us-east-1:s3']);
  expect(after(words, '--data-binary')).toEqual(['@body']);
  expect(words.at(-1)).toBe(`http://h:2/${Bucket}/it%27s/%24%28id%29%20%C3%BC?x-id=PutObject`);
  expect(wordsOf(get, environment).at(-1)).toBe(`http://h:2/${Bucket}/k?response-content-type=text%2Fplain`);
  expect(wordsOf(head, environment)).toContain('--head');
  expect(put + get + head).not.toMatch(/CANARY|AWS4-HMAC|x-amz-date/);
  expect(put + get + head).not.toContain(credentials.secretAccessKey);
});
