import { DiagnosticError } from '../diagnostic';

export type Kind =
  | 'resource type'
  | 'data source type'
  | 'ephemeral resource type'
  | 'list resource type'
  | 'action type'
  | 'function';

/** The error for what the provider does not have, most often from a state of another version, with the `known` names of that kind, sorted. */
export function noSuch(kind: Kind, name: string, known: Iterable<string>): DiagnosticError {
  const all = [...known].sort();
  const has = all.length === 0 ? 'It has none.' : `It has: ${all.join(', ')}.`;
  return new DiagnosticError(
    `${kind.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())} Not Found`,
    `This version of the provider has no ${kind} ${JSON.stringify(name)}. ${has} If a newer version has it, raise the version in ` +
      'required_providers and run terraform init -upgrade; otherwise correct the name.',
  );
}
