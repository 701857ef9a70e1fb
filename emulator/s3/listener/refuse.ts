import type { StatusEffect } from '../../faults/effect';
import { S3Error, type S3ErrorCode } from '../errors';
import type { S3Response } from '../response';
import { methodsOf } from '../routing/routes';
import { element, plainDocument } from '../xml/write';

/** The request that an error belongs to. */
export interface Place {
  readonly method: string;
  readonly resource: string;
  readonly requestId: string;
  readonly hostId: string;
}

/** An error response: with a document, or, for HEAD, without body and its headers. */
export function refuse(error: S3Error, place: Place): S3Response {
  const allow: Record<string, string> = error.status === 405 ? { allow: methodsOf(place.resource) } : {};
  if (place.method === 'HEAD') return { status: error.status, headers: allow, body: '' };
  const headers: Record<string, string> = { 'content-type': 'application/xml', ...allow };
  const { ActualObjectSize: size } = error.details;
  if (size !== undefined) headers['content-range'] = `bytes */${size}`;
  return { status: error.status, headers, body: errorDocument(error, place) };
}

/** Document of an error response. Source: Amazon S3 API Reference, "REST error responses". */
export function errorDocument(error: S3Error, { resource, requestId, hostId }: Omit<Place, 'method'>): string {
  return plainDocument('Error', [
    element('Code', error.code),
    element('Message', error.message),
    Object.entries(error.details).map(([name, value]) => element(name, value)),
    element('Resource', resource),
    element('RequestId', requestId),
    element('HostId', hostId),
  ]);
}

const INJECTED: Readonly<Record<number, S3ErrorCode>> = {
  400: 'BadRequest',
  403: 'AccessDenied',
  404: 'NoSuchKey',
  405: 'MethodNotAllowed',
  409: 'OperationAborted',
  411: 'MissingContentLength',
  412: 'PreconditionFailed',
  416: 'InvalidRange',
  429: 'TooManyRequests',
  501: 'NotImplemented',
  503: 'SlowDown',
  507: 'InsufficientStorage',
};

export function injected({ status, headers, body }: Omit<StatusEffect, 'kind'>, place: Place): S3Response {
  if (body !== undefined) {
    const isText = typeof body === 'string';
    const type = isText ? 'application/xml' : 'application/json';
    return { status, headers: { 'content-type': type, ...headers }, body: isText ? body : JSON.stringify(body) };
  }
  if (status < 400) return { status, headers, body: '' };
  const told = refuse(new S3Error(INJECTED[status] ?? 'InternalError', 'A fault was injected here.'), place);
  return { ...told, status, headers: { ...told.headers, ...headers } };
}
