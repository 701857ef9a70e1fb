import type { FaultHandle } from '../faults/fault';
import type { FaultSpec } from '../faults/spec';
import { type Content, html } from './html';
import { named, visible } from './text';

export const operationOf = ({ operation }: FaultSpec) => (operation === '*' ? 'all operations' : operation);

/** The effect of a fault in words. Shows only names of what it sends and compares, because values may be secret. */
export function effectOf({ spec, held }: Pick<FaultHandle, 'spec' | 'held'>): string {
  const { delayMs, pause, probability } = spec;
  const parts = [
    delayMs !== undefined && waitInWords(delayMs),
    pause && `is held (${held} now)`,
    responseOf(spec),
    spec.when === 'after-commit' && (delayMs !== undefined || pause || spec.status !== undefined) && AFTER,
    probability !== undefined && `with a chance of ${probability}`,
  ];
  return parts.filter((part) => part !== false && part !== undefined).join(', ');
}

const AFTER = 'after it took effect';

/** The effect on the response. Only the first of these applies. */
function responseOf({ cut, truncate, garbage, status, body, headers, retryAfter }: FaultSpec): string | undefined {
  if (cut) return `is cut ${cut === 'before-commit' ? 'before it takes effect' : AFTER}`;
  if (truncate !== undefined && truncate !== false) {
    return truncate === true ? 'gets part of the response' : `gets ${truncate} bytes of the response`;
  }
  if (garbage !== undefined && garbage !== false) return 'gets garbage';
  if (status === undefined) return undefined;
  const names = [
    body !== undefined && 'a body of its own',
    ...Object.keys(headers ?? {}),
    retryAfter !== undefined && `retry-after${typeof retryAfter === 'number' ? `: ${retryAfter}` : ''}`,
  ].filter((name) => name !== false);
  return `returns ${status}${names.length > 0 ? ` with ${names.join(', ')}` : ''}`;
}

function waitInWords(delayMs: NonNullable<FaultSpec['delayMs']>): string {
  if (typeof delayMs === 'number') return `waits ${delayMs} ms`;
  if ('min' in delayMs) return `waits ${delayMs.min} to ${delayMs.max} ms`;
  return `waits ${delayMs.p50} ms, one in a hundred ${delayMs.p99} ms and more`;
}

/** The requests that a fault applies to, for visitors who may add faults. */
export function aimOf({ skip, where = {} }: FaultSpec): Content {
  const { projectId, objectId, keyPrefix, headers, body } = where;
  const parts = [
    ['project', projectId],
    ['object', objectId],
    ['keys that begin with', keyPrefix],
    ['headers', headers && Object.keys(headers).join(', ')],
    ['body', body && (typeof body === 'function' ? 'by a function' : Object.keys(body).join(', '))],
    ['not the first', skip ? `${skip}` : undefined],
  ] as const;
  return parts.map(
    ([says, what]) =>
      what !== undefined && html`<div class="muted clamp" title="${visible(what)}">${says} ${named(what)}</div>`,
  );
}
