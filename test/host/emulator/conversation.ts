import { VirtualClock } from '../../../emulator';
import { base64, clientOf, startEmulator } from './support';

type Options = Parameters<typeof startEmulator>[0];

const ALL = { read: true, write: true, owner: true };
const SHOWN = ['content-type', 'content-length', 'link', 'allow', 'www-authenticate', 'x-coffer-assumption'];

/**
 * The raw responses of an emulator to a conversation that touches every operation, and every error: with the same seed, the
 * same time, and its own URLs left out, so that two emulators that behave alike give the same.
 */
export async function converse(options: Options): Promise<string[]> {
  const clock = new VirtualClock();
  clock.freeze();
  clock.set(new Date('2030-01-01T00:00:00Z'));
  const emulator = await startEmulator({
    ...options,
    seed: 'conversation',
    clock,
    projects: ['project-1', 'project-2'],
  });
  const { baseUrl, s3Endpoint, token, inspect } = emulator;
  const said: string[] = [];
  const say = async (method: string, path: string, body?: unknown, as = token) => {
    const { status, headers, text } = await clientOf(emulator, as)(method, path, body);
    const shown = SHOWN.map((name) => `${name}: ${headers.get(name)}`).join('; ');
    const line = `${method} ${path}: ${status} ${shown} ${text}`;
    said.push(line.replaceAll(s3Endpoint, '(s3)').replaceAll(baseUrl, '(rest)'));
  };
  const project_id = 'project-1';
  const secret = (name: string) => ({ project_id, name, value: base64('x') });
  const bucket = (id: string, change: object) => ({ id, max_size: 2, ...change });

  for (const name of ['a', 'b', 'c', 'd', 'e', 'a']) await say('POST', '/secrets', secret(name));
  await say('POST', '/secrets', { ...secret('other'), project_id: 'project-2' });
  await say('GET', '/secrets');
  const [first] = inspect.secrets();
  await say('PUT', '/secrets', { id: first?.id, name: 'renamed', value: base64('y') });
  await say('PUT', '/secrets', { id: 'nobody', name: 'renamed', value: base64('y') });
  await say('POST', '/s3/buckets', { project_id, max_size: 1 });
  await say('POST', '/s3/buckets', { project_id, max_size: 1, description: 'd' });
  await say('POST', '/s3/buckets', { project_id: 'project-2', max_size: 1 });
  for (let polls = 0; polls < 3; polls += 1) await say('GET', '/s3/buckets');
  const id = inspect.buckets()[1]?.id ?? '';
  for (const change of [{}, { description: 'd' }, { description: '' }, { description: 'd' }, { description: null }]) {
    await say('PUT', '/s3/buckets', bucket(id, change));
  }
  await say('GET', '/s3/buckets');
  await say('POST', '/s3/keys', { project_id, bucket_ids: [id], permissions: ALL });
  await say('GET', '/s3/keys');
  await say('DELETE', `/s3/keys/${inspect.accessKeys()[0]?.id}`);
  await say('POST', '/secrets/pull', { project_id, server: 's', username: 'u', password: 'p' });
  const pull = inspect.pullSecrets()[0]?.id;
  await say('GET', '/secrets/pull');
  await say('PUT', '/secrets/pull', { id: pull, server: 's', username: 'v', password: 'p' });
  await say('DELETE', `/secrets/pull/${pull}`);
  for (const path of [`/secrets/${first?.id}`, `/s3/buckets/${id}`, '/s3/keys/nobody']) {
    await say('DELETE', path);
    await say('DELETE', path);
  }
  await say('POST', '/secrets', { ...secret('f'), project_id: 'nowhere' });
  await say('POST', '/secrets', {});
  await say('PATCH', '/secrets', {});
  await say('GET', '/nowhere');
  await say('GET', '/secrets', undefined, 'nobody');
  await say('GET', '/secrets');
  return said;
}
