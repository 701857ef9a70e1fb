import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../../../emulator';
import { Cipher, parseKey } from '../../../../emulator/sqlite/cipher';
import { base64, start, startEmulator, temporaryFolder } from '../support';

const CANARY = 'CANARY-6f1d2c';

/** Everything in the folder, the write-ahead log included, as bytes. */
function contents(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
}

test('no value, password, user name, secret key or token lies in the data folder', async () => {
  const folder = temporaryFolder();
  const { emulator, send, project } = await start({ dataDir: folder, tokens: [`${CANARY}-token`] });
  const wire = base64(CANARY);

  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'visible-name', value: wire })).json;
  await send('PUT', '/secrets', { id, name: 'visible-name', value: base64(`${CANARY}-2`) });
  await send('POST', '/secrets/pull', {
    project_id: project,
    server: 's',
    username: `${CANARY}-u`,
    password: `${CANARY}-p`,
  });
  const permissions = { read: true, write: true, owner: true };
  const key = (await send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions })).json;

  const looking = () => {
    const bytes = contents(folder);
    // Were the name not found, nothing would be: the check would look in the wrong place.
    expect(bytes.includes('visible-name')).toBe(true);
    for (const canary of [
      CANARY,
      wire.slice(0, 12),
      key.secret_access_key,
      Buffer.from(key.secret_access_key, 'hex'),
    ]) {
      expect(bytes.includes(canary)).toBe(false);
    }
  };
  expect(readdirSync(folder).sort()).toEqual([
    'coffer-emulator.json',
    'coffer.db',
    'coffer.db-wal',
    'coffer.reserve',
    'encryption.key',
  ]);
  looking();
  await emulator.stop();
  looking();
});

test('with a key from outside no key file is made, and no other key opens the folder', async () => {
  const folder = temporaryFolder();
  const encryptionKey = randomBytes(32).toString('base64');
  const { emulator, send, project } = await start({ dataDir: folder, encryptionKey });
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;
  await emulator.stop();

  expect(readdirSync(folder)).toEqual(['coffer-emulator.json', 'coffer.db', 'coffer.reserve']);
  const wrong = startEmulator({ dataDir: folder, encryptionKey: randomBytes(32).toString('base64') });
  await expect(wrong).rejects.toThrow(StartError);
  await expect(wrong).rejects.toThrow(/^The encryption key is not the one that this data folder was written with\.$/);
  expect((await startEmulator({ dataDir: folder, encryptionKey })).inspect.secretValue(id)).toBe('x');
});

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => truncateSync(path)],
])('E11: no new key is made beside a database that has one: a key file that is %s is named', async (what, damage) => {
  const folder = temporaryFolder();
  const keyFile = join(folder, 'encryption.key');
  const { emulator, send, project } = await start({ dataDir: folder });
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;
  await emulator.stop();
  const key = readFileSync(keyFile);
  damage(keyFile);
  const before = readdirSync(folder);

  const failure = startEmulator({ dataDir: folder });

  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow(`The key file ${keyFile} is ${what}`);
  expect(readdirSync(folder)).toEqual(before);
  const restored = await startEmulator({ dataDir: folder, encryptionKey: key.toString().trim() });
  expect(restored.inspect.secretValue(id)).toBe('x');
});

test('database, log and key are for their owner only, whatever the mode of the folder and whoever copied it', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const modes = () => readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777]);
  const first = await startEmulator({ dataDir: folder });
  const made = modes();
  await first.stop();
  chmodSync(join(folder, 'coffer.db'), 0o644);
  chmodSync(join(folder, 'encryption.key'), 0o644);
  await startEmulator({ dataDir: folder });

  const owner = ['coffer-emulator.json', 'coffer.db', 'coffer.db-wal', 'coffer.reserve', 'encryption.key'].map(
    (file) => [file, 0o600],
  );
  expect(made).toEqual(owner);
  expect(modes()).toEqual(owner);
});

test('a key is in base64 as it is written, and in no other form', () => {
  const key = Buffer.alloc(32, 0xff);

  expect(parseKey(key.toString('base64'), 'The key')).toEqual(key);
  for (const text of [key.toString('base64url'), `${key.toString('base64')}\n`, randomBytes(33).toString('base64')])
    expect(() => parseKey(text, 'The key')).toThrow('The key must hold 32 bytes in base64.');
});

test('a ciphertext opens for its own record only, unchanged, with its own key', () => {
  const DENIED = 'unable to authenticate data';
  const key = randomBytes(32);
  const cipher = new Cipher(key);
  const sealed = cipher.seal('text', 'record 1');
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;

  expect(new Cipher(key).unseal(sealed, 'record 1').toString()).toBe('text');
  expect(() => cipher.unseal(sealed, 'record 2')).toThrow(DENIED);
  expect(() => cipher.unseal(changed, 'record 1')).toThrow(DENIED);
  expect(() => new Cipher(randomBytes(32)).unseal(sealed, 'record 1')).toThrow(DENIED);
  expect(cipher.seal('text', 'record 1')).not.toEqual(sealed);
});
