import { PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import type { EmulatorOptions } from '../../../../emulator';
import { clientFor, planeOf } from '../s3/support';
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
    /** Objects of one byte, without a request. */
    putAll: (keys: readonly string[]) =>
      visited.emulator.seedFrom({ objects: keys.map((key) => ({ bucket: bucket.alias, key, body: 'x' })) }),
    /** Keys that are there. */
    keys: () => visited.emulator.inspect.objects(bucket.id).map(({ key }) => key),
  };
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

/** The link that a form has made. */
export const linkOn = (page: string) => textOf(/<pre tabindex="0">([^<]*)<\/pre>/.exec(page)?.[1] ?? '');

/** Names of objects and folders, in the order in which a page has them. */
export const namesOn = (page: string) =>
  [...page.matchAll(/<tr role="row" data-key="([^"]*)"/g)].map(([, key = '']) => decodeURIComponent(textOf(key)));

const textOf = (markup: string) => markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
