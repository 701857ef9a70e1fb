import { DiagnosticError } from '../diagnostic';

/**
 * The error for a type or function that the provider does not have. Terraform itself checks configurations, so it is in a state
 * or a plan of another version of the provider.
 */
export function noSuch(kind: string, name: string, known: Iterable<string>): DiagnosticError {
  const all = [...known].sort();
  const has = all.length === 0 ? 'It has none.' : `It has: ${all.join(', ')}.`;
  return new DiagnosticError(
    `Unknown ${kind}`,
    `This version of the provider has no ${kind} ${JSON.stringify(name)}. ${has} If a newer version has it, raise the version in ` +
      'required_providers and run terraform init -upgrade; otherwise correct the name.',
  );
}
