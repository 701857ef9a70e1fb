import { printable } from '../failure';
import { type Redactor, redactor } from '../redact';
import { type Attributes, isNested } from '../schema/schema';
import { nestedObjects } from '../schema/validate';
import { isSecret } from '../values/quote-value';
import { isList, isNumber, isObject, type ObjectValue, type Value } from '../values/value';

/** The shortest setting that counts as a secret: a shorter one, such as `true` or `eu`, may be a word of any text. */
const SHORTEST_SETTING = 8;

/** A redactor for the texts and numbers of secret attributes, nested ones too, of at least eight characters. */
export const settingsRedactor = (attributes: Attributes, settings: ObjectValue): Redactor =>
  redactor(
    secretTexts(attributes, settings)
      .flatMap((text) => [text, printable(text)])
      .filter((text) => text.trim().length >= SHORTEST_SETTING),
  );

function secretTexts(attributes: Attributes, object: ObjectValue): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = object[name] ?? null;
    if (isSecret(attribute)) return textsIn(value);
    if (!isNested(attribute.type)) return [];
    const { attributes: inner } = attribute.type;
    return nestedObjects(attribute.type, value, [], false).flatMap(([one]) => secretTexts(inner, one));
  });
}

function textsIn(value: Value): readonly string[] {
  if (typeof value === 'string' || isNumber(value)) return [String(value)];
  return isList(value) ? value.flatMap(textsIn) : isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
