import { expect, test } from 'vitest';
import { visitBucket } from './objects-support';

/** The words of a page by which a visitor finds a way: headings of columns, labels of fields, and buttons, each once. */
function wordsOf(page: string): Record<string, string> {
  const [, main = ''] = page.split('<main');
  const plain = (markup: string) =>
    markup
      .replace(/<span class="(?:hidden|arrow)"[^>]*>.*?<\/span>|<[^>]*>/gs, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const all = (pattern: RegExp) => {
    const words = [...main.matchAll(pattern)].map(([, inner = '']) => plain(inner));
    return [...new Set(words)].filter((word) => word !== '').join(', ');
  };
  return {
    columns: all(/<th scope="col"[^>]*>(.*?)<\/th>/gs),
    fields: all(/<label for="[^"]*">(.*?)<\/label>/gs),
    buttons: all(/<button[^>]*>(.*?)<\/button>/gs),
  };
}

test.each<[page: string, words: Record<string, unknown>]>([
  ['/secrets', { columns: 'Name, Id, Actions', fields: 'Name, Value', buttons: 'Pause, Create secret' }],
  [
    '/pull-secrets',
    { columns: 'Server, Id, Actions', fields: 'Server, User name, Password', buttons: 'Pause, Create pull secret' },
  ],
  [
    '/buckets',
    {
      columns: 'Bucket, Use, Description, Created, Actions',
      fields: 'Quota, Unit, Description (optional)',
      buttons: 'Pause, Create bucket',
    },
  ],
  [
    '/keys',
    {
      columns: 'Access key id, Buckets, Permissions, Created, Actions',
      fields: '',
      buttons: 'Pause, Create access key',
    },
  ],
  [
    '/journal',
    {
      columns: 'Request, Time, Path, Operation, Project, Status, Reason',
      fields: 'Operation, Method, Status, Project, Fault',
      buttons: 'Pause, Filter',
    },
  ],
  [
    '/faults',
    {
      columns: 'Operation, What happens, Limit, Requests, Fault, Actions',
      fields:
        'Operation, Respond with status (optional), Cut the connection, Delay in milliseconds (optional), How many requests (optional), Body (optional), Headers (optional), Retry-After (optional), Cut within the body (optional), Garbage (optional), When, Project, Object or bucket (optional), Keys that begin with (optional), Request headers (optional), Request body (optional), Requests to let pass (optional), Chance (optional)',
      buttons: 'Pause, Add fault, Remove, Remove all faults',
    },
  ],
  [
    '/settings',
    {
      columns: '',
      fields: expect.stringMatching(/^Dialect, /),
      buttons: 'Pause, Set all knobs, Save lag and settling, Save knobs',
    },
  ],
  [
    '/control',
    {
      columns: '',
      fields: 'Move by, Unit, Set to, Snapshot to restore',
      buttons: 'Pause, Move the clock, Set the clock, Freeze, Back to real time, Restore',
    },
  ],
  [
    'bucket',
    {
      columns: 'Name, Size, Type, Last modified, Actions',
      fields: 'Name (optional), File, Or a folder, Quota, Unit, Description (optional)',
      buttons: 'Pause, Show, Delete selected, Upload, Cancel all, Save',
    },
  ],
  ['object', { columns: '', fields: 'Signed with access key, Valid for', buttons: 'Pause, Create link' }],
])('the page %s names its columns, its fields and what can be done', async (page, words) => {
  const { emulator, visitor, send, project, put, path } = await visitBucket({ dialect: 'extended' });
  await put('a');
  await send('POST', '/secrets', { project_id: project, name: 'a', value: 'eA==' });
  await send('POST', '/secrets/pull', { project_id: project, server: 'ghcr.io', username: 'u', password: 'p' });
  for (const operation of ['listBuckets', 'listSecrets'] as const) emulator.faults.add({ operation, status: 503 });
  const paths: Record<string, string> = { bucket: path, object: `${path}/object/details?key=a` };

  const { text } = await visitor.get(paths[page] ?? page);

  expect(wordsOf(text)).toEqual(words);
});
