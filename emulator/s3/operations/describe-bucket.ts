import type { Run } from '../call';
import type { S3Context } from '../ports';
import { document, element, type XmlNode } from '../xml/write';

/** What buckets say of their region when any is accepted. */
const DEFAULT_REGION = 'us-east-1';

/** The region that buckets say they are in. */
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

/** The default region is said by saying nothing. Source: GetBucketLocation. */
export const getBucketLocation: Run = ({ context }) => {
  const region = regionOf(context);
  return { status: 200, headers: {}, body: document('LocationConstraint', region === DEFAULT_REGION ? '' : region) };
};

/** Never on, as Garage has it. */
export const getBucketVersioning: Run = () => ({
  status: 200,
  headers: {},
  body: document('VersioningConfiguration', ''),
});

/** What the key itself may do, as Garage has it: there are no lists of anybody's access beyond keys. */
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
