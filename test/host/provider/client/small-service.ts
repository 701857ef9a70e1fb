import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { Client, type ClientSettings } from '../../../../provider/client';
import { startServer } from '../../../unit/provider/client/raw-server';
import { settingsFor, TestTime } from './fixture';

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Respond = (perform: () => unknown) => Given | undefined;

const COLLECTIONS = ['/secrets/pull', '/secrets', '/s3/buckets', '/s3/keys'] as const;

/** A service from the interface's text alone, in memory, and a client of it. `when` replaces the responses to some requests. */
export async function startSmallService(settings: Partial<ClientSettings> = {}) {
  const objects = new Map<string, Record<string, unknown>>();
  const rules: { method: string; path: string; respond: Respond; times: number }[] = [];
  let made = 0;
  const server = await startServer(({ method, url, body }, response) => {
    const path = url.split('?')[0] ?? '';
    const collection = COLLECTIONS.find((one) => path === one || path.startsWith(`${one}/`)) ?? '';
    const fields = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    const perform = () => {
      if (method === 'GET') return [...objects.values()].filter((one) => one.in === collection).map(shown);
      if (method === 'POST') {
        const id = `obj-${++made}`;
        objects.set(id, { ...fields, id, in: collection });
        const secret = collection === '/s3/keys' ? { secret_access_key: 'canary-half' } : {};
        return { ...shown(objects.get(id) ?? {}), ...secret };
      }
      if (method === 'PUT') objects.set(String(fields.id), { ...objects.get(String(fields.id)), ...fields });
      if (method === 'DELETE') objects.delete(decodeURIComponent(path.slice(collection.length + 1)));
      return undefined;
    };
    const rule = rules.find((one) => one.method === method && one.path === collection && one.times > 0);
    if (rule !== undefined) rule.times -= 1;
    send(response, rule?.respond(perform) ?? { body: perform() });
  });
  const time = new TestTime();
  const client = new Client({ ...settingsFor(server.baseUrl, 'token-1', time), ...settings });
  onTestFinished(() => client.close());
  const when = (request: string, respond: Respond, times = Number.POSITIVE_INFINITY) => {
    const [method = '', path = ''] = request.split(' ');
    rules.push({ method, path, respond, times });
  };
  const sent = (method: string) => server.requests.filter((one) => one.method === method);
  return { client, server, objects, time, when, sent };
}

function shown({ in: _collection, value: _value, password: _password, ...record }: Record<string, unknown>) {
  return record;
}

function send(response: ServerResponse, { status, headers = {}, body }: Given): void {
  response.writeHead(status ?? (body === undefined ? 204 : 200), headers);
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
