import { type Json, parseJson, stringifyJson } from '../../contract/formats/json';
import { type Hide, hideDeep } from '../domain/known-secrets';
import type { FaultHandle } from '../faults/fault';
import { redactServer } from '../journal/allow-list';
import { stringifiable } from '../journal/stringifiable';
import type { Inspect } from './inspect';
import { toObjects, toTime, type Watched } from './views';

/** Data for a bug report: versions, settings, requests and stored objects. JSON, without any secret; `JSON.stringify` takes it. */
export interface Dump {
  readonly version: string;
  readonly runtime: string;
  readonly platform: string;
  readonly clock: Json;
  readonly settings: Json;
  readonly faults: Json;
  readonly requests: Json;
  readonly lifecycle: Json;
  readonly objects: Json;
}

/** Maximum number of requests, and of lifecycle notes, in a dump. */
const NEWEST = 1_000;

/** Creates a bundle for a bug report (E7): each part contains what is named here, and nothing else (E14). */
export function dump(
  { clock, settings, faults, journal, lifecycle, inspect }: Watched & { readonly inspect: Inspect },
  version: string,
  hide: Hide,
): Dump {
  const toJson = (value: unknown): Json => stringifiable(hideDeep(parseJson(stringifyJson(value)), hide));
  return {
    version,
    runtime: process.version,
    platform: `${process.platform} ${process.arch}`,
    clock: toJson(toTime(clock)),
    settings: toJson(settings.read()),
    faults: toJson(faults.list().map(toShownFault)),
    requests: toJson(journal.requests().slice(-NEWEST)),
    lifecycle: toJson(lifecycle.notes({}).slice(-NEWEST)),
    objects: toJson(toShownObjects(inspect, hide)),
  };
}

/** Redacts the data that a fault sends, which may be anything: it is enough to show that it is there. */
function toShownFault({ id, spec, met, held }: FaultHandle) {
  const { operation, status, cut, truncate, delayMs, pause, when, skip, times, probability } = spec;
  const { body, headers, garbage, retryAfter, where } = spec;
  return {
    id,
    met,
    held,
    spec: {
      ...{ operation, status, cut, truncate, delayMs, pause, when, skip, times, probability },
      body: body === undefined ? undefined : REDACTED,
      headers: headers && Object.keys(headers),
      garbage: typeof garbage === 'string' ? REDACTED : garbage,
      retryAfter: typeof retryAfter === 'string' ? REDACTED : retryAfter,
      where: where && {
        ...{ projectId: where.projectId, objectId: where.objectId, accessKeyId: where.accessKeyId },
        token: where.token === undefined ? undefined : REDACTED,
        keyPrefix: where.keyPrefix === undefined ? undefined : REDACTED,
        headers: where.headers && Object.keys(where.headers),
        body: where.body && (typeof where.body === 'function' ? '[function]' : Object.keys(where.body)),
      },
    },
  };
}

/** The server of a pull secret may be an address with credentials in it. */
function toShownObjects(inspect: Inspect, hide: Hide) {
  const { pullSecrets, ...objects } = toObjects(inspect);
  return { ...objects, pullSecrets: pullSecrets.map((each) => ({ ...each, server: redactServer(each.server, hide) })) };
}

const REDACTED = '[redacted]';
