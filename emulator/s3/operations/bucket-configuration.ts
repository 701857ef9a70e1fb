import type { LifecycleRule } from '../../domain/objects/lifecycle';
import type { ConfigurationKind } from '../../domain/objects/records';
import type { Run } from '../call';
import { type CorsRule, readCors, writeCors } from '../cors/rules';
import { S3Error, type S3ErrorCode } from '../errors';
import { noContent, ok } from '../response';
import type { XmlElement } from '../xml/parse';
import { readLifecycle, writeLifecycle } from './lifecycle-rules';
import { readDocument } from './read-body';

/** One kind of bucket configuration: stored as JSON, returned as a document like the one sent. */
interface Kind<T> {
  readonly kind: ConfigurationKind;
  readonly rootName: string;
  readonly read: (root: XmlElement) => T;
  readonly write: (value: T) => string;
  readonly missing: readonly [code: S3ErrorCode, message: string];
}

function operationsOf<T>({ kind, rootName, read, write, missing }: Kind<T>): Record<'get' | 'put' | 'remove', Run> {
  return {
    get({ context, bucket }) {
      const text = context.objects.configuration(bucket.id, kind);
      if (text === undefined) throw new S3Error(...missing, { BucketName: bucket.alias });
      return ok(write(JSON.parse(text) as T));
    },
    async put(call) {
      const value = read(await readDocument(call, rootName));
      call.requireCurrent();
      call.context.objects.setConfiguration(call.bucket.id, kind, JSON.stringify(value));
      return ok();
    },
    remove({ context, bucket }) {
      context.objects.setConfiguration(bucket.id, kind, undefined);
      return noContent();
    },
  };
}

/** Source: PutBucketCors, GetBucketCors, DeleteBucketCors. */
export const bucketCors = operationsOf<readonly CorsRule[]>({
  kind: 'cors',
  rootName: 'CORSConfiguration',
  read: readCors,
  write: writeCors,
  missing: ['NoSuchCORSConfiguration', 'The CORS configuration does not exist'],
});

/** Source: PutBucketLifecycleConfiguration and the operations that read and delete it. */
export const bucketLifecycle = operationsOf<readonly LifecycleRule[]>({
  kind: 'lifecycle',
  rootName: 'LifecycleConfiguration',
  read: readLifecycle,
  write: writeLifecycle,
  missing: ['NoSuchLifecycleConfiguration', 'The lifecycle configuration does not exist'],
});
