import type { Run } from '../call';
import type { S3Context } from '../context';
import { ok } from '../response';
import { document, element } from '../xml/write';
import { account } from './elements';

/** Region of all buckets if the emulator accepts any region. */
const DEFAULT_REGION = 'us-east-1';

/** The region that all buckets report. */
export function regionOf({ region }: Pick<S3Context, 'region'>): string {
  return region ?? DEFAULT_REGION;
}

/** Source: HeadBucket. */
export const headBucket: Run = ({ context, bucketName }) => ({
  status: 200,
  headers: {
    'content-type': 'application/xml',
    'x-amz-bucket-region': regionOf(context),
    'x-amz-bucket-arn': `arn:aws:s3:::${bucketName}`,
    'x-amz-access-point-alias': 'false',
  },
});

/** The default region is reported as an empty element. Source: GetBucketLocation. */
export const getBucketLocation: Run = ({ context }) => {
  const region = regionOf(context);
  return ok(document('LocationConstraint', region === DEFAULT_REGION ? '' : region));
};

/** Versioning is never enabled, as in Garage. */
export const getBucketVersioning: Run = () => ok(document('VersioningConfiguration', ''));

/** Reports the permissions of the calling key, as in Garage: keys are the only access control. */
export const getBucketAcl: Run = ({ caller, bucket }) => {
  const { read, write, owner } = caller.permissions;
  const granted = owner ? ['FULL_CONTROL'] : [...(read ? ['READ'] : []), ...(write ? ['WRITE'] : [])];
  const grantee = account('Grantee', bucket.projectId, {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:type': 'CanonicalUser',
  });
  const grants = granted.map((permission) => element('Grant', [grantee, element('Permission', permission)]));
  return ok(
    document('AccessControlPolicy', [account('Owner', bucket.projectId), element('AccessControlList', grants)]),
  );
};
