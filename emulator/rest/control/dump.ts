import { type Json, parseJson, stringifyJson } from '../../../contract';
import type { FaultHandle } from '../faults';
import { redact } from '../journal';
import type { Controlled } from './controlled';
import { toFault, toObjects, toTime } from './views';

/** What a bug report needs: versions, settings, what was asked and what is there. JSON, and without any secret. */
export interface Dump {
  readonly version: string;
  readonly runtime: string;
  readonly platform: string;
  readonly clock: Json;
  readonly settings: Json;
  readonly faults: Json;
  readonly requests: Json;
  readonly objects: Json;
}

/** Requests in a dump, at most. */
const NEWEST = 1_000;

/** A bundle for a bug report (SEMANTICS E7). */
export function dump(controlled: Omit<Controlled, 'dump'>, version: string): Dump {
  const { settings, faults, journal } = controlled;
  return {
    version,
    runtime: process.version,
    platform: `${process.platform} ${process.arch}`,
    clock: toJson(toTime(controlled)),
    settings: toJson(settings.read()),
    faults: toJson(faults.list().map(toRedactedFault)),
    requests: toJson(journal.requests().slice(-NEWEST)),
    objects: toJson(toObjects(controlled)),
  };
}

/** What a fault sends is its author's, and may be anything: that it is there is enough. */
function toRedactedFault(fault: FaultHandle) {
  const { body, headers, garbage, ...spec } = fault.spec;
  return {
    ...toFault(fault),
    spec: {
      ...spec,
      ...(body !== undefined && { body: '[redacted]' }),
      ...(headers && { headers: Object.keys(headers) }),
      ...(garbage !== undefined && { garbage: typeof garbage === 'string' ? '[redacted]' : garbage }),
    },
  };
}

/** Redacted once more, whatever the parts did. */
const toJson = (value: unknown): Json => redact(parseJson(stringifyJson(value)));
