import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { stringifyJson } from '../../../../contract/formats/json';
import type { Emulator, EmulatorOptions } from '../../../../emulator';
import { toCurl } from '../../../../emulator/journal/curl';
import { Visitor } from '../dashboard/visitor';
import { postForm } from '../s3/post-form';
import { send as sendRaw } from '../s3/raw';
import { startS3 } from '../s3/support';
import { base64, clientOf } from '../support';

const CANARY = 'canary7f3a';

/** Does everything that has a secret in it, at both interfaces: served, refused and broken by faults. */
async function doEverything(options: EmulatorOptions): Promise<{ emulator: Emulator; secrets: string[] }> {
  const all = { tokens: [`${CANARY}-token`], adminToken: `${CANARY}-admin`, dialect: 'extended', ...options } as const;
  const { emulator, client, Bucket, credentials, alias } = await startS3('path', all);
  const project = emulator.projectId;
  const send = clientOf(emulator, emulator.token);
  const value = base64(CANARY);
  const secrets = [CANARY, value, credentials.secretAccessKey];

  await send('POST', '/secrets', { project_id: project, name: 'a', value, [CANARY]: CANARY, valeu: CANARY });
  await send('POST', `/secrets?token=${CANARY}`, { project_id: project, name: 'A', value }, { cookie: CANARY });
  await send('POST', '/secrets', `{"value": "${CANARY}`);
  await send('POST', '/secrets', [CANARY]);
  const pull = { server: `https://u:${CANARY}@h`, username: CANARY, password: CANARY };
  const { id } = (await send('POST', '/secrets/pull', { project_id: project, ...pull })).json;
  await send('PUT', '/secrets/pull', { id, ...pull, password: 5 });
  for (const server of [`h/?password=${CANARY}`, `https://h/#${CANARY}`]) {
    await send('POST', '/secrets/pull', { project_id: project, ...pull, server });
  }
  await send('GET', '/secrets/pull');
  await send('GET', '/secrets/pull?cursor=x');
  // Clients do not send fragments, but by hand.
  for (const path of [
    `/secrets#${CANARY}`,
    `/secrets?cursor=x#${CANARY}`,
    `/nowhere#${CANARY}`,
    `/#${CANARY}?a=b`,
    `/secrets/x#${CANARY}`,
  ]) {
    await sendRaw(emulator.baseUrl, { method: 'GET', path });
  }
  for (const path of [`/${Bucket}/k#${CANARY}`, `/${Bucket}#${CANARY}`, `/${Bucket}?prefix=a#${CANARY}`]) {
    await sendRaw(emulator.s3Endpoint, { method: 'GET', path }, credentials);
    await sendRaw(emulator.s3Endpoint, { method: 'HAT', path });
  }
  await clientOf(emulator, `${CANARY}-wrong`)('GET', '/secrets');
  const permissions = { read: true, write: true, owner: true };
  const made = await send('POST', '/s3/keys', { project_id: project, bucket_ids: [alias.id], permissions });
  secrets.push(made.json.secret_access_key);
  // An idempotent retry has the same secret half in its response.
  emulator.faults.add({ operation: 'listSecrets', status: 503, body: { id: CANARY, value: CANARY }, times: 1 });
  await send('GET', '/secrets');
  const headers = { etag: CANARY, 'x-a': CANARY, 'content-type': `text/${CANARY}` };
  emulator.faults.add({ operation: 'listSecrets', status: 200, body: CANARY, headers, retryAfter: CANARY, times: 1 });
  await send('GET', '/secrets');
  emulator.faults.add({ operation: '*', garbage: `<?xml version="1.0"?><Key>${CANARY}</Key>`, times: 2 });
  await send('GET', '/secrets');
  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}` }, credentials);
  emulator.faults.clear();

  await client.putObject({ Bucket, Key: 'k', Body: CANARY, Metadata: { a: CANARY } });
  await client.getObject({ Bucket, Key: 'k' });
  const get = (headers: Record<string, string>, query = {}) =>
    sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k`, headers, query }, credentials);
  await get({ 'x-amz-server-side-encryption-customer-key': CANARY, cookie: CANARY });
  await get({}, { [CANARY]: '', 'response-cache-control': 'x' });
  // The secret half in the place of the id.
  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k` }, { ...credentials, accessKeyId: CANARY });
  await sendRaw(
    emulator.s3Endpoint,
    { method: 'GET', path: `/${Bucket}/k` },
    { ...credentials, accessKeyId: credentials.secretAccessKey },
  );
  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k` }, { ...credentials, secretAccessKey: 'x' });
  for (const authorization of [
    `Basic ${CANARY}`,
    `AWS4-HMAC-SHA256 ${CANARY}`,
    `AWS4-HMAC-SHA256 Credential=${CANARY}`,
  ]) {
    await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k`, headers: { authorization } });
  }
  const scopes = [`I/"${CANARY}/r/s3/aws4_request`, `I/20260101/r/${CANARY}/aws4_request`, `I/20260101/r/s3/${CANARY}`];
  for (const scope of scopes) {
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=${'a'.repeat(64)}`;
    const headers = { authorization, 'x-amz-date': '20260101T000000Z', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k`, headers });
  }
  const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'k' }));
  await fetch(url);
  const { pathname, search, searchParams } = new URL(url);
  secrets.push(searchParams.get('X-Amz-Signature') ?? '-');
  // A link in the place of a key: as it is, encoded, as a whole URL.
  for (const source of [pathname + search, pathname + encodeURIComponent(search), url, `https://u:${CANARY}@h/b/k`]) {
    const headers = { 'x-amz-copy-source': source };
    await sendRaw(emulator.s3Endpoint, { method: 'PUT', path: `/${Bucket}/copy`, headers }, credentials);
  }
  // The whole of it as a key.
  const path = pathname + encodeURIComponent(search);
  for (const method of ['GET', 'PUT']) await sendRaw(emulator.s3Endpoint, { method, path }, credentials);
  for (const name of ['origin', 'range', 'user-agent', 'idempotency-key', 'x-amz-storage-class', 'accept']) {
    for (const text of [`https://u:${CANARY}@h`, `u:${CANARY}@h`, `x (https://h/?${CANARY})`]) {
      await get({ [name]: text });
      await send('GET', '/secrets', undefined, { [name]: text });
    }
  }
  const conditions = [['eq', '$x-amz-meta-a', `"${CANARY}`]];
  const fields = { key: 'f', 'x-amz-meta-a': CANARY, [`x-${CANARY}`]: '1' };
  await postForm(emulator, Bucket, credentials, fields, CANARY, { conditions });
  await postForm(emulator, Bucket, credentials, fields, CANARY, { conditions: [] });
  return { emulator, secrets };
}

test.each(['text', 'json'] as const)(
  'E14: no secret in lines (%s), curl commands, journal, pages and dump',
  async (logRequests) => {
    const lines: string[] = [];

    const { emulator, secrets } = await doEverything({ logRequests, log: (line) => lines.push(line) });
    const requests = emulator.journal.requests();
    const visitor = await new Visitor(emulator).signIn();
    const paths = ['/journal', '/pull-secrets', ...requests.map(({ requestId }) => `/journal/${requestId}`)];
    for (const path of paths) await visitor.get(path);
    const overHttp = (await clientOf(emulator, `${CANARY}-admin`)('GET', '/_emulator/journal')).text;

    const told = [...lines, ...requests.map(toCurl), stringifyJson(requests), stringifyJson(emulator.dump()), overHttp];
    expect(lines).toHaveLength(requests.length);
    expect(requests.length).toBeGreaterThan(25);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5);
      for (const text of [...told, ...visitor.sources]) expect(text).not.toContain(secret);
    }
  },
);
