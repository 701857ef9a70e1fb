import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { EmulatorOptions } from '../../../../emulator';
import { clientFor, planeOf } from '../s3/support';
import { NOON } from './seen';
import { visit } from './visitor';

/** Somebody who visits a bucket, and a client that may read and write it. */
export async function visitBucket({ maxSize, ...options }: EmulatorOptions & { maxSize?: number } = {}) {
  const visited = await visit(options);
  const plane = planeOf(visited.emulator);
  const bucket = await plane.bucket(maxSize);
  const credentials = await plane.key([bucket], { read: true, write: true });
  const s3 = clientFor(visited.emulator, credentials);
  const put = (Key: string, Body: string = 'x', more: Partial<PutObjectCommandInput> = {}) =>
    s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key, Body, ...more }));
  const path = `/buckets/${bucket.id}`;
  return {
    ...{ ...visited, plane, bucket, credentials, s3, put, path },
    async putAll(keys: readonly string[]) {
      const left = [...keys];
      const some = async () => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) await put(key);
      };
      await Promise.all(Array.from({ length: 16 }, some));
    },
    /** Keys that are there. */
    keys: () => visited.emulator.inspect.objects(bucket.id).map(({ key }) => key),
  };
}

/** A bucket with objects in folders, one of two parts, and an unfinished upload. */
export async function visitObjects() {
  const visited = await visitBucket({ projects: ['one'], maxSize: 7_000_000 });
  const { emulator, s3, bucket, put, credentials } = visited;
  emulator.clock.freeze();
  emulator.clock.set(NOON);
  const more = { ContentType: 'text/plain', CacheControl: 'no-cache', Metadata: { owner: 'me' } };
  for (const key of ['a.txt', 'f/b', 'f/c', 'f/g/d']) await put(key, key.repeat(100), more);
  await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket.alias, Key: 'half' }));
  const at = { Bucket: bucket.alias, Key: 'parts', ChecksumAlgorithm: 'CRC32' } as const;
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
  const Parts = [];
  for (const [index, Body] of [Buffer.alloc(5 * 1024 * 1024), 'end'].entries()) {
    const PartNumber = index + 1;
    const { ETag, ChecksumCRC32 } = await s3.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag, ChecksumCRC32 });
  }
  await s3.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
  const names = { id: bucket.id, alias: bucket.alias, key: credentials.accessKeyId, s3: emulator.s3Endpoint };
  return { ...visited, names };
}

/** Fields of the form with this path on a page, as a browser sends them. */
export function fieldsOf(page: string, path: string): Record<string, string[]> {
  const [, form = ''] =
    new RegExp(`<form[^>]* method="post" action="/dashboard${path}"[^>]*>(.*?)</form>`, 's').exec(page) ?? [];
  const fields: Record<string, string[]> = {};
  for (const [, name = '', value = ''] of form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields[name] = [...(fields[name] ?? []), textOf(value)];
  }
  return fields;
}

/** Targets of the links with this text, decoded. */
export function linksOf(page: string, text: string): string[] {
  return [...page.matchAll(/<a href="\/dashboard([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .filter(([, , content = '']) => content.replace(/<[^>]*>/g, '') === text)
    .map(([, href = '']) => textOf(href));
}

/** Names of objects and folders, in the order in which a page has them. */
export const namesOn = (page: string) =>
  [...page.matchAll(/<tr role="row" data-key="([^"]*)"/g)].map(([, key = '']) => decodeURIComponent(textOf(key)));

const textOf = (markup: string) => markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
