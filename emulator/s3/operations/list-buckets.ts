import type { Run, ServiceCall } from '../call';
import { invalidArgument } from '../errors';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { ok } from '../response';
import { document, element, optional } from '../xml/write';
import { regionOf } from './describe-bucket';
import { account } from './elements';

const MOST = 10_000;

/** The buckets of the key, by name. Source: ListBuckets. */
export const listBuckets: Run<ServiceCall> = ({ context, caller, request: { query } }) => {
  const prefix = parameter(query, 'prefix');
  const wantedRegion = parameter(query, 'bucket-region');
  const limit = readMaxBuckets(parameter(query, 'max-buckets'));
  const after = readToken(parameter(query, 'continuation-token') || undefined);
  const all = caller.bucketIds
    .map((id) => context.buckets.find(id))
    .filter((bucket) => bucket !== undefined)
    // A bucket whose name has not settled is not visible yet.
    .filter(({ alias }) => context.buckets.findByAlias(alias) !== undefined)
    .filter(({ alias }) => alias > after && alias.startsWith(prefix ?? ''))
    .sort((a, b) => (a.alias < b.alias ? -1 : 1));
  const found = wantedRegion === undefined || wantedRegion === regionOf(context) ? all : [];
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const body = document('ListAllMyBucketsResult', [
    account('Owner', caller.projectId),
    element(
      'Buckets',
      shown.map(({ alias, createdAt }) =>
        element('Bucket', [
          element('Name', alias),
          element('CreationDate', toIsoDate(createdAt)),
          element('BucketRegion', regionOf(context)),
          element('BucketArn', `arn:aws:s3:::${alias}`),
        ]),
      ),
    ),
    found.length > shown.length && last
      ? element('ContinuationToken', Buffer.from(last.alias).toString('base64url'))
      : undefined,
    optional('Prefix', prefix),
  ]);
  return ok(body);
};

function readMaxBuckets(text: string | undefined): number {
  if (text === undefined) return MOST;
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST) return count;
  throw invalidArgument(`Argument max-buckets must be an integer between 1 and ${MOST}`, 'max-buckets', text);
}

function readToken(token: string | undefined): string {
  if (token === undefined) return '';
  const name = Buffer.from(token, 'base64url').toString();
  if (/^[a-z0-9.-]+$/.test(name)) return name;
  throw invalidArgument('The continuation token provided is incorrect', 'continuation-token');
}
