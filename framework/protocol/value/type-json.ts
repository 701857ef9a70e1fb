import { isNumberType, type Type } from '../../values/type';
import { attributeNames } from './order';

/** The JSON of a type as the host writes it, compact, sorted, every number as `number`, but with <, > and & as they are, which it reads, too. */
export function typeToJson(type: Type): string {
  if (typeof type === 'string') return JSON.stringify(isNumberType(type) ? 'number' : type);
  switch (type[0]) {
    case 'object': {
      const attributes = attributeNames(type).map(
        (name) => `${JSON.stringify(name)}:${typeToJson(type[1][name] as Type)}`,
      );
      return `["object",{${attributes.join(',')}}]`;
    }
    case 'tuple':
      return `["tuple",[${type[1].map(typeToJson).join(',')}]]`;
    default:
      return `["${type[0]}",${typeToJson(type[1])}]`;
  }
}
