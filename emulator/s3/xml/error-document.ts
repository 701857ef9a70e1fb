import type { S3Error } from '../errors';
import { element, plainDocument } from './write';

/** Document of an error response. Source: Amazon S3 API Reference, "REST error responses". */
export function errorDocument(
  error: Pick<S3Error, 'code' | 'message' | 'details'>,
  at: { readonly resource: string; readonly requestId: string; readonly hostId: string },
): string {
  return plainDocument('Error', [
    element('Code', error.code),
    element('Message', error.message),
    Object.keys(error.details).map((name) => element(name, error.details[name])),
    element('Resource', at.resource),
    element('RequestId', at.requestId),
    element('HostId', at.hostId),
  ]);
}
