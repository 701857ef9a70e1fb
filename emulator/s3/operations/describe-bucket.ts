import type { Run } from '../call';
import type { S3Context } from '../context';
import { document, element, type XmlNode } from '../xml/write';

/** Region of all buckets if the emulator accepts any region. */
const DEFAULT_REGION = 'us-east-1';

/** The region that all buckets report. */
export function regionOf({ region }: Pick<S3Context, 'region'>): string {
  return region ?? DEFAULT_REGION;
}

/** Source: HeadBucket. */
export const headBucket: Run = ({ context }) => ({
  status: 200,
  headers: {
    'content-type': 'application/xml',
    'x-amz-bucket-region': regionOf(context),
    'x-amz-access-point-alias': 'false',
  },
});

/** The default region is reported as an empty element. Source: GetBucketLocation. */
export const getBucketLocation: Run = ({ context }) => {
  const region = regionOf(context);
  return { status: 200, headers: {}, body: document('LocationConstraint', region === DEFAULT_REGION ? '' : region) };
};

/** Versioning is never enabled, as in Garage. */
export const getBucketVersioning: Run = () => ({
  status: 200,
  headers: {},
  body: document('VersioningConfiguration', ''),
});

/** Reports the permissions of the calling key, as in Garage: keys are the only access control. */
export const getBucketAcl: Run = ({ caller, bucket }) => {
  const { read, write, owner } = caller.permissions;
  const owns = [element('ID', bucket.projectId), element('DisplayName', bucket.projectId)];
  const granted = owner ? ['FULL_CONTROL'] : [...(read ? ['READ'] : []), ...(write ? ['WRITE'] : [])];
  const grantee = element('Grantee', owns, {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:type': 'CanonicalUser',
  });
  const grants: XmlNode = granted.map((permission) => element('Grant', [grantee, element('Permission', permission)]));
  return {
    status: 200,
    headers: {},
    body: document('AccessControlPolicy', [element('Owner', owns), element('AccessControlList', grants)]),
  };
};
