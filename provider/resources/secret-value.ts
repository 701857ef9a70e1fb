type ValueEncoding = (typeof VALUE_ENCODINGS)[number];

export const VALUE_ENCODINGS = ['utf8', 'base64'] as const;

/** True for an encoding that this version knows. */
export const isEncoding = (text: string): text is ValueEncoding => VALUE_ENCODINGS.some((one) => one === text);

/** Decodes a configured text. A base64 text must be without fault ({@link describeBadBase64}): another one is misread, without an error. */
export function decodeValue(text: string, encoding: ValueEncoding): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding));
}

/** Describes the fault in a base64 text (RFC 4648, section 4) without quoting it; undefined if there is none. */
export function describeBadBase64(text: string): string | undefined {
  if (/[\r\n]/.test(text)) {
    return "It holds line breaks. Encode without them: base64 -w0, or Terraform's filebase64() and base64encode().";
  }
  if (/[-_]/.test(text)) return 'It uses the URL alphabet (- and _). Use the standard alphabet (+ and /).';
  if (/[^A-Za-z0-9+/=]/.test(text))
    return 'It holds characters that are not base64. Use value_encoding = "utf8" for plain text.';
  const whole = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
  return whole ? undefined : 'Its length or padding is wrong: groups of four characters, the last filled up with =.';
}
