import type { Segment } from '../domain/objects/ports';
import type { ObjectAttributes } from '../domain/objects/records';

/** A key as stored: its UTF-8 bytes. */
export const toKey = (key: string): Buffer => Buffer.from(key);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const fromKey = (bytes: Uint8Array): string => decoder.decode(bytes);

/** JSON, or NULL for undefined. */
export const toJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** Trusts the type, because the text was written here. */
export function fromJson<T>(text: string | null): T | undefined {
  return text === null ? undefined : (JSON.parse(text) as T);
}

export const toSegments = (text: string): Segment[] => JSON.parse(text) as Segment[];

/** Headers and user metadata, from one column. */
export const toAttributes = (text: string): ObjectAttributes => JSON.parse(text) as ObjectAttributes;
