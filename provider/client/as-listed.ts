/*
 * What a service may have made of a value that was sent (P41), and of the project that it was sent for. Creates and updates are compared with lists by
 * these rules, and so is state.
 */

import type { Permissions } from '../../contract';

/** The fields that records of every kind may have; only the id is certain. */
export interface ListedRecord {
  readonly id: string;
  /** Undefined if the service does not say it. */
  readonly project_id?: string | undefined;
}

/** True if a record belongs to the project, or may do so because the list does not show its project (P9). */
export const isInProject = (record: Pick<ListedRecord, 'project_id'>, projectId: string) =>
  record.project_id === undefined || record.project_id === projectId;

/**
 * How a listed value goes with the one that was sent. `own form`: the service's way to write the same. `part`: the service kept only a part, or added
 * something, which the practitioner is told. `other`: it is another value.
 */
export type AsListed = 'same' | 'own form' | 'part' | 'other';

/** Fewer characters than this at the beginning of a description prove nothing: another description may begin with them. */
const LEAST_CLIPPED = 20;

/** Null, `''` and no description are the same. White space at the ends is the service's own form, a long beginning is a part. */
export function describedAs(sent: string | null | undefined, listed: string | null | undefined): AsListed {
  const [before, after] = [sent ?? '', listed ?? ''];
  if (before === after) return 'same';
  if (before.trim() === after.trim()) return 'own form';
  const isClipped = [...after.trim()].length >= LEAST_CLIPPED && before.trim().startsWith(after.trim());
  return isClipped ? 'part' : 'other';
}

type Listed = { readonly [Name in keyof Permissions]?: boolean | undefined };

/** An owner that may also read and write, and a writer that may also read, are the service's own form; everything else is a part. */
export function permittedAs(sent: Permissions, listed: Listed | undefined): Exclude<AsListed, 'other'> {
  const isEqual = (one: Permissions) => NAMES.every((name) => one[name] === (listed?.[name] ?? false));
  if (isEqual(sent)) return 'same';
  const { read, write, owner } = sent;
  const forms = [
    { read: read || owner, write: write || owner, owner },
    { read: read || write, write, owner },
    { read: read || write || owner, write: write || owner, owner },
  ];
  return forms.some(isEqual) ? 'own form' : 'part';
}

const NAMES = ['read', 'write', 'owner'] as const;
