import { attempt } from '../../../contract/formats/attempt';
import type { Json } from '../../../contract/formats/json';
import type { Redactor } from '../../../framework/redact';
import { parseServiceJson } from './service-json';

const MAX_LENGTH = 500;

/** The part of an HTML page in which a title is looked for, in characters. The time for it grows with the square. */
const MAX_PAGE = 8192;

/**
 * The server's own message in an error body or a header: one line, at most 500 characters, without control characters, redacted by `redact`. Knows
 * `{"error":{"message"}}`, RFC 9457 and similar formats; an HTML page becomes its title, if that is in the first 8,192 characters, and the XML of S3 its
 * code and message. A page begins, perhaps after comments, with `<!doctype`, `<html>`, `<head>`, `<body>` or an XML declaration. Any other body, JSON
 * without a message included, is taken as it is; an empty one gives an empty text. Never throws.
 */
export function serverWords(body: string, redact: Redactor): string {
  // Redacted before and after: normalizing white space may both hide and create a secret.
  const words = redact(messageIn(body)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  const clean = redact(words.replace(/\s+/g, ' ').trim());
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : clean;
}

/** Like {@link serverWords}, but empty for a body without a message: that of a success may hold a secret, so it is never shown as it is. */
export function refusalWords(body: string, redact: Redactor): string {
  const json = attempt(() => parseServiceJson(body));
  const words = json === undefined ? undefined : (fromJson(json) ?? fromFailures(json));
  return words === undefined ? '' : serverWords(JSON.stringify(words), redact);
}

/** The words of JSend's `{"status": "fail", "data": {"name": "is taken"}}`. */
function fromFailures(json: Json): string | undefined {
  if (json === null || typeof json !== 'object' || Array.isArray(json) || json.status !== 'fail') return undefined;
  const { data } = json;
  if (data === null || typeof data !== 'object' || Array.isArray(data) || 'id' in data) return undefined;
  const parts = Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'string' && !/secret|value|password|token/i.test(name) ? [`${name}: ${value}`] : [],
  );
  return parts.length === 0 ? undefined : parts.join('; ');
}

function messageIn(body: string): string {
  const text = body.trim();
  if (isS3Error(text)) return [elementOf(text, 'Code'), elementOf(text, 'Message')].filter(Boolean).join(': ');
  const page = text.slice(0, MAX_PAGE);
  if (/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype|html|\?xml|head|body)/i.test(page)) return titleOf(page);
  return attempt(() => fromJson(parseServiceJson(text))) ?? text;
}

function fromJson(json: Json): string | undefined {
  if (typeof json === 'string') return text(json);
  if (Array.isArray(json)) {
    const parts = json.map(fromJson).filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join('; ') : undefined;
  }
  if (json === null || typeof json !== 'object') return undefined;
  const inner = json.error ?? json.errors;
  const nested = inner === undefined ? undefined : fromJson(inner);
  const message =
    nested ?? text(json.detail) ?? text(json.message) ?? text(json.title) ?? text(json.description) ?? text(json.code);
  const field = text(json.field);
  return message === undefined || field === undefined || message.includes(field) ? message : `${field}: ${message}`;
}

const text = (json: Json | undefined) => (typeof json === 'string' && json !== '' ? json : undefined);

export const isS3Error = (body: string) => /^\s*(?:<\?xml[^>]*>\s*)?<Error(?:\s[^>]*)?>/.test(body);

const elementOf = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(
      /&(lt|gt|quot|apos|amp);/g,
      (_, entity: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[entity] ?? '&',
    );

function titleOf(html: string): string {
  const title = /<(title|h1)[^>]*>([\s\S]*?)<\/\1>/i.exec(html)?.[2];
  const words = (title ?? '').replace(/<[^>]*>/g, ' ').trim();
  return words === '' ? 'an HTML page' : `an HTML page titled “${words}”`;
}
