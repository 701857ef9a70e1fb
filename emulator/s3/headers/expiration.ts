import { expiryOf } from '../../domain/objects/lifecycle';
import type { StoredObject } from '../../domain/objects/records';
import type { Call } from '../call';
import { toHttpDate } from './attributes';

/** Adds `x-amz-expiration`, if a lifecycle rule of the bucket will delete the object. Source: GetObject. */
export function writeExpiration({ context }: Call, object: StoredObject, headers: Record<string, string>): void {
  const rules = context.objects.lifecycleRules(object.bucketId);
  if (rules.length === 0) return;
  const expiry = expiryOf(rules, object);
  if (!expiry) return;
  const id = encodeURIComponent(expiry.ruleId ?? '');
  headers['x-amz-expiration'] = `expiry-date="${toHttpDate(expiry.at)}", rule-id="${id}"`;
}
