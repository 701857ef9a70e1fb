import { expect, test } from 'vitest';
import { stringifyJson } from '../../../../contract/formats/json';
import { Visitor } from '../dashboard/visitor';
import { send as sendRaw } from '../s3/raw';
import { startS3 } from '../s3/support';
import { base64, clientOf, startEmulator, temporaryFolder } from '../support';

const encoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

test.each(['text', 'json'] as const)(
  'E14: tokens and secret halves in the wrong place are in no journal, mark, search, completion, dump or log line (%s)',
  { timeout: 60_000 },
  async (logRequests) => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const options = { tokens: ['canary+of/mine='], adminToken: 'canary-admin', logRequests, log };
    const { emulator, client, Bucket, credentials } = await startS3('path', options);
    const project = emulator.projectId;
    const send = clientOf(emulator, emulator.token);
    const theirs = emulator.newProject().token;
    const half = emulator.newBucket().secretAccessKey;
    const secrets = [emulator.token, 'canary-admin', theirs, credentials.secretAccessKey, half];
    for (const secret of secrets) {
      const sent = encodeURIComponent(secret);
      for (const path of [`/nowhere/${secret}`, `/nowhere/${encoded(secret)}`, `/secrets/${sent}`]) {
        await sendRaw(emulator.baseUrl, {
          method: 'DELETE',
          path,
          headers: { authorization: `Bearer ${emulator.token}` },
        });
      }
      await send('POST', '/secrets', { project_id: project, name: secret, value: base64('x') });
      await send('POST', '/secrets', { project_id: secret, name: `${'x'.repeat(1_000)}${secret}`, value: base64('x') });
      const description = `opens with ${secret}`;
      await send(
        'POST',
        '/s3/buckets',
        { project_id: project, max_size: 1000, description },
        { 'user-agent': description },
      );
      await send('GET', `/secrets?cursor=${sent}`, undefined, { 'idempotency-key': secret });
      emulator.faults.add({ operation: 'updateSecret', delayMs: 1, times: 1 });
      await send('PUT', '/secrets', { id: secret, name: secret, value: base64('x') });
      const Key = `keys/${secret}.txt`;
      await client.putObject({ Bucket, Key, Body: 'x' });
      await client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/${encodeURIComponent(Key)}` });
      await client.listObjectsV2({ Bucket, Prefix: Key });
      await client.deleteObjects({ Bucket, Delete: { Objects: [{ Key }] } });
      await client.getObject({ Bucket: secret, Key }).catch(() => undefined);
      emulator.journal.mark(`${'x'.repeat(990)} ${secret}`);
      expect(() => emulator.journal.expect({ path: `/x/${secret}` })).toThrow(/"\/x\/\[redacted\]"/);
    }
    const visitor = await new Visitor(emulator).signIn();
    for (const secret of secrets) {
      const { text } = await visitor.get(`/journal?q=${encodeURIComponent(`path:"/nowhere/${secret}"`)}`);
      expect(text).toContain('There is a token or a secret half in the search.');
      expect(text).not.toMatch(/data-key="req-/);
    }
    const requests = emulator.journal.requests();
    for (const path of ['/journal', ...requests.map(({ requestId }) => `/journal/${requestId}`)])
      await visitor.get(path);
    const shown = [stringifyJson(requests), JSON.stringify(emulator.journal.marks()), stringifyJson(emulator.dump())];

    expect(requests.filter(({ path }) => path === '/nowhere/[redacted]')).toHaveLength(2 * secrets.length);
    expect(requests.filter(({ key }) => key === 'keys/[redacted].txt')).not.toHaveLength(0);
    expect(lines.length).toBe(requests.length);
    for (const text of [...shown, ...lines, ...visitor.sources])
      for (const secret of secrets)
        for (const form of [secret, encodeURIComponent(secret), encoded(secret), secret.slice(0, 12)])
          expect(text).not.toContain(form);
  },
);

test('E14: a reset says who asked for it without the token in it', async () => {
  const emulator = await startEmulator();
  const visitor = await new Visitor(emulator).signIn();

  emulator.reset({ by: `job with ${emulator.token}` });

  expect((await visitor.get('/secrets')).text).toContain('job with [redacted]');
});

test('E14: a secret half of before a restart or a restore is known, a digest is shown', async () => {
  const dataDir = temporaryFolder();
  const first = await startEmulator({ dataDir });
  const half = first.newBucket().secretAccessKey;
  const snapshot = first.snapshot();
  await first.stop();
  const digest = 'ab'.repeat(32);
  const second = await startEmulator({ dataDir });
  const pathsOf = async (...names: string[]) => {
    const send = clientOf(second, second.token);
    for (const name of names) await send('GET', `/x/${name}`);
    return second.journal.requests().map(({ path }) => path);
  };

  expect(await pathsOf(half, digest)).toEqual(['/x/[redacted]', `/x/${digest}`]);
  second.reset();
  second.restore(snapshot);
  expect(await pathsOf(half)).toEqual(['/x/[redacted]']);
});
