import type { Server } from 'node:http';
import type { ClientBuckets } from '../domain/client-buckets';
import type { Epochs } from '../domain/epoch';
import type { Clock } from '../domain/ports';
import type { Service } from '../domain/service';
import type { Faults } from '../faults/faults';
import type { Journal, OpenEntry } from '../journal/journal';
import { virtualHostBases } from '../options/s3-options';
import { SLOW_BODY_MS } from '../s3/listener/pace';
import { serveS3 } from '../s3/listener/server';
import type { JournalPort } from '../s3/ports';
import type { Assumptions } from '../settings/assumptions';

/** Parts that the data plane shares with the rest of the emulator. */
export interface DataPlaneParts {
  readonly service: Service;
  readonly assumptions: Assumptions;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly epochs: Epochs;
  readonly clientBuckets: ClientBuckets | undefined;
  readonly region: string | undefined;
  /** How long a body may be slow; undefined: the default. */
  readonly slowBodyMs: number | undefined;
  /** URLs under which clients reach the listener. */
  readonly urls: readonly string[];
  readonly log: (line: string) => void;
}

/** Serves S3 on a listener, over the same service, faults and journal as REST. */
export function openDataPlane(server: Server, parts: DataPlaneParts): { settled(): Promise<void> } {
  const { service, assumptions, faults, journal, clock, epochs, clientBuckets, region, urls, log } = parts;
  const { slowBodyMs = SLOW_BODY_MS } = parts;
  return serveS3(server, {
    objects: service.objects,
    credentials: service.credentials,
    buckets: service.buckets,
    clientBuckets,
    rely: assumptions.rely,
    clock,
    epochs,
    faults,
    journal: toJournalPort(journal, assumptions),
    region,
    hosts: virtualHostBases(urls),
    slowBodyMs,
    log,
  });
}

function toJournalPort(journal: Journal, assumptions: Assumptions): JournalPort {
  return {
    open: (request) => journal.open(request),
    note: (entry: OpenEntry) => journal.note(entry),
    finish: (entry: OpenEntry, status, sent) => journal.finish(entry, status, sent),
    noting: (entry: OpenEntry, work) => assumptions.during(entry.assumptions, work),
  };
}
