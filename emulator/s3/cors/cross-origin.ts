import type { IncomingHttpHeaders } from 'node:http';
import type { S3Context } from '../context';
import { S3Error } from '../errors';
import { namesIn } from '../request';
import { ok, type S3Response } from '../response';
import { type CorsRule, corsHeaders, findRule } from './rules';

/** Responds to a preflight, which is never signed. Source: Amazon S3 API Reference, "OPTIONS object". */
export function preflight(context: S3Context, bucketName: string, headers: IncomingHttpHeaders): S3Response {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': names } = headers;
  if (origin === undefined) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  }
  if (!context.buckets.findByAlias(bucketName)) throw forbidden('CORSResponse: Bucket not found', headers);
  const rules = rulesOf(context, bucketName);
  if (!rules) throw forbidden('CORSResponse: CORS is not enabled for this bucket.', headers);
  if (method === undefined) {
    throw new S3Error('BadRequest', 'Invalid Access-Control-Request-Method: null');
  }
  const asked = namesIn(names);
  const rule = findRule(rules, { origin, method, headers: asked });
  if (!rule) {
    throw forbidden(
      // Verbatim: "evalution".
      "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
      headers,
    );
  }
  const allowed = asked.length > 0 && { 'access-control-allow-headers': asked.join(', ').toLowerCase() };
  return ok('', { ...corsHeaders(rule, origin), ...allowed });
}

/** Headers of a response to a page of another origin; none if no rule allows the request. */
export function responseHeaders(
  context: S3Context,
  bucketName: string,
  method: string,
  origin: string,
): Record<string, string> {
  const rules = rulesOf(context, bucketName);
  const rule = rules && findRule(rules, { origin, method, headers: [] });
  return rule ? corsHeaders(rule, origin) : {};
}

function rulesOf({ buckets, objects }: S3Context, bucketName: string): readonly CorsRule[] | undefined {
  const bucket = buckets.findByAlias(bucketName);
  const text = bucket && objects.configuration(bucket.id, 'cors');
  return text === undefined ? undefined : (JSON.parse(text) as readonly CorsRule[]);
}

function forbidden(message: string, headers: IncomingHttpHeaders): S3Error {
  return new S3Error('AccessForbidden', message, {
    Method: headers['access-control-request-method'] ?? 'OPTIONS',
    ResourceType: 'BUCKET',
  });
}
