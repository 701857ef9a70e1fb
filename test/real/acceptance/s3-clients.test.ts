import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { sampled } from '../../support/dice';
import { hasToolChain } from '../support/tool-chain';
import { type ClientBucket, startBucket, writeFiles } from './s3-clients/bucket';
import { type Clients, installClients } from './s3-clients/install';

/*
 * Common clients, unmodified, as published by PyPI and Debian: each uploads files to the bucket, copies them there, and
 * downloads them again; the downloads must be the same, file by file and byte by byte.
 */

const canRun = await hasToolChain('Python', 'S3 clients (awscli, boto3, s3cmd, rclone, restic)');

let clients: Clients;
beforeAll(async () => {
  if (canRun) clients = await installClients();
}, 600_000);

let at: ClientBucket;
afterEach(() => at[Symbol.asyncDispose]());

/** Runs a client on the bucket. Passes secrets by environment or configuration file, never by argument. */
const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  must(program, args, { cwd: at.folder, env: { ...at.env, ...env } });

/** Every file below a folder in base64, by its path relative to the folder. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (path) => [path.slice(folder.length + 1), (await readFile(path)).toString('base64')] as const),
  );
  return Object.fromEntries(contents.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const keysStored = () => at.emulator.inspect.objects(at.bucketId).map(({ key }) => key);
const used = () => at.emulator.journal.requests().map(({ operation }) => operation);

describe.runIf(canRun).each(sampled('styles of S3 clients', ['path', 'virtual'] as const, 1))(
  'E9: %s style',
  (style) => {
    let source: string;
    let target: string;

    beforeEach(async () => {
      at = await startBucket(style);
      source = join(at.folder, 'source');
      target = join(at.folder, 'target');
      await writeFiles(source);
      await mkdir(target);
    });

    it('awscli brings files, copies them at the server, and gets them back', async () => {
      await writeFile(join(at.folder, 'config'), `[default]\ns3 =\n  addressing_style = ${style}\n`);
      const aws = (...args: string[]) =>
        run(clients.aws, ['--endpoint-url', at.endpoint, ...args], { AWS_CONFIG_FILE: join(at.folder, 'config') });
      const url = `s3://${at.bucket}`;

      await aws('s3', 'sync', source, `${url}/first`);
      await aws('s3', 'cp', '--recursive', `${url}/first`, `${url}/second`);
      await aws('s3', 'mv', `${url}/second/small`, `${url}/second/moved`);
      await aws('s3', 'mv', `${url}/second/moved`, `${url}/second/small`);
      await aws('s3', 'sync', `${url}/second`, target);
      const again = await aws('s3', 'sync', `${url}/second`, target);
      await aws('s3', 'rm', '--recursive', `${url}/first`);

      expect(await filesIn(target)).toEqual(await filesIn(source));
      expect(again.stdout).toBe('');
      expect(keysStored().every((key) => key.startsWith('second/'))).toBe(true);
      expect(used()).toEqual(expect.arrayContaining(['UploadPart', 'UploadPartCopy', 'CopyObject', 'DeleteObject']));
    });

    it('boto3 does what applications do', async () => {
      const script = inRoot('test/real/acceptance/s3-clients/boto3-story.py');

      const { stdout } = await run(clients.python, [script, at.endpoint, at.bucket, style, source, target]);

      expect(stdout).toContain('told to the end');
      expect(await filesIn(target)).toEqual(await filesIn(source));
    });

    it('s3cmd brings files, copies them at the server, and gets them back', async () => {
      const { host } = new URL(at.endpoint);
      const proxy = at.env.HTTP_PROXY ? new URL(at.env.HTTP_PROXY) : undefined;
      const config = join(at.folder, 's3cfg');
      await writeFile(
        config,
        [
          '[default]',
          `access_key = ${at.accessKeyId}`,
          `secret_key = ${at.secretAccessKey}`,
          `host_base = ${host}`,
          `host_bucket = ${style === 'path' ? host : `%(bucket)s.${host}`}`,
          `proxy_host = ${proxy?.hostname ?? ''}`,
          `proxy_port = ${proxy?.port ?? '0'}`,
          'use_https = False',
          'multipart_chunk_size_mb = 5',
          '',
        ].join('\n'),
        { mode: 0o600 },
      );
      const s3cmd = (...args: string[]) => run(clients.s3cmd, ['-c', config, '--no-progress', ...args]);
      const url = `s3://${at.bucket}`;

      await s3cmd('sync', `${source}/`, `${url}/first/`);
      await s3cmd('cp', '--recursive', `${url}/first/`, `${url}/second/`);
      await s3cmd('sync', `${url}/second/`, `${target}/`);
      await s3cmd('del', '--recursive', `${url}/first/`);

      expect(await filesIn(target)).toEqual(await filesIn(source));
      expect(keysStored().every((key) => key.startsWith('second/'))).toBe(true);
    });

    it('rclone brings files, copies them at the server, checks them, and gets them back', async () => {
      const rclone = (...args: string[]) =>
        run(clients.rclone, [...args, '--retries', '1', '--low-level-retries', '1'], {
          RCLONE_CONFIG: join(at.folder, 'rclone.conf'),
          RCLONE_CONFIG_COFFER_TYPE: 's3',
          RCLONE_CONFIG_COFFER_PROVIDER: 'Other',
          RCLONE_CONFIG_COFFER_ENV_AUTH: 'true',
          RCLONE_CONFIG_COFFER_ENDPOINT: at.endpoint,
          RCLONE_CONFIG_COFFER_FORCE_PATH_STYLE: String(style === 'path'),
          RCLONE_CONFIG_COFFER_NO_CHECK_BUCKET: 'true',
          RCLONE_S3_UPLOAD_CUTOFF: '5M',
        });
      const remote = `coffer:${at.bucket}`;

      await rclone('copy', source, `${remote}/first`);
      await rclone('copy', `${remote}/first`, `${remote}/second`);
      await rclone('check', source, `${remote}/second`, '--download');
      await rclone('check', source, `${remote}/second`);
      await rclone('sync', `${remote}/second`, target);
      await rclone('delete', `${remote}/first`);

      expect(await filesIn(target)).toEqual(await filesIn(source));
      expect(keysStored().every((key) => key.startsWith('second/'))).toBe(true);
    });

    it('restic backs up, checks every byte, restores and prunes', async () => {
      const restic = (...args: string[]) =>
        run(clients.restic, ['-o', `s3.bucket-lookup=${style === 'path' ? 'path' : 'dns'}`, ...args], {
          RESTIC_REPOSITORY: `s3:${at.endpoint}/${at.bucket}/backup`,
          RESTIC_PASSWORD: 'only for this test',
          RESTIC_CACHE_DIR: join(at.folder, 'cache'),
        });

      await restic('init');
      await restic('backup', 'source');
      await copyFile(join(source, 'small'), join(source, 'one-more'));
      await restic('backup', 'source');
      await restic('check', '--read-data');
      await restic('restore', 'latest', '--target', target);
      await restic('forget', '--keep-last', '1', '--prune');
      await restic('check', '--read-data');

      expect(await filesIn(join(target, 'source'))).toEqual(await filesIn(source));
      await rm(join(source, 'one-more'));
    });
  },
);
