import type * as z from 'zod';
import { type Operation, routes } from '../../contract';
import { readRecord, refuseMarkup } from './answers';
import { ApiError, CancelledError, ClientError } from './errors';
import { listAll } from './paging';
import { Received } from './received';
import { pathOf, type Requester, type RequestParts } from './requester';
import type { Call } from './settings';
import { SharedList } from './shared-list';

/** The shared list of a collection. */
export function sharedListOf<T extends { readonly id: string }>(
  requester: Requester,
  operation: Operation,
  schema: z.ZodType<T>,
): SharedList<T> {
  const { method, path } = routes[operation];
  return new SharedList(
    requester.environment,
    (signal) => listAll(requester, operation, schema, signal),
    () => new CancelledError(method, path, false, 'while the list was awaited'),
  );
}

/** Sends a request and reads the record in its answer; undefined when it shows none. */
export function sendForRecord<T>(
  requester: Requester,
  operation: Operation,
  parts: Omit<RequestParts<unknown>, 'decode'>,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const source = { method: routes[operation].method, path: pathOf(operation, parts.id) };
  const decode = ({ text }: { readonly text: string }): T | undefined => {
    try {
      const record = readRecord(source, text, schema);
      if (record === undefined && parts.posting) parts.posting.received = new Received(text);
      return record;
    } catch (error) {
      if (error instanceof ClientError) error.received = new Received(text);
      throw error;
    }
  };
  return requester.send(operation, { ...parts, decode });
}

/** Sends a request whose answer's body says nothing that we rely on (interface, "Gaps"), unless it is a page of markup. */
export function sendForNothing(
  requester: Requester,
  operation: Operation,
  parts: Omit<RequestParts<unknown>, 'decode'>,
): Promise<void> {
  const source = { method: routes[operation].method, path: pathOf(operation, parts.id) };
  return requester.send(operation, { ...parts, decode: ({ text }) => refuseMarkup(source, text) });
}

/** Deletes an object. What is gone already is a success (SEMANTICS P4). */
export async function deleteIfExists(
  requester: Requester,
  list: SharedList<{ readonly id: string }>,
  operation: Operation,
  id: string,
  call: Call,
): Promise<void> {
  await list.write(async () => {
    try {
      await sendForNothing(requester, operation, { id, signal: call.signal });
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 410))) throw error;
    }
  });
}
