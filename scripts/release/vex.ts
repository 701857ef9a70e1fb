/** A document in the format of OpenVEX (https://openvex.dev), as far as it is used. */
export interface Vex {
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly vulnerability: { readonly name: string; readonly aliases?: readonly string[] };
  readonly products: readonly {
    readonly '@id': string;
    readonly subcomponents?: readonly { readonly '@id': string }[];
  }[];
  readonly status: string;
  readonly justification?: string;
  readonly impact_statement?: string;
  readonly action_statement?: string;
}

/** The reasons that OpenVEX has for "not affected". */
const JUSTIFICATIONS: readonly string[] = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
];

/** Says what is wrong with a document: a statement says why nobody is affected, or what those who are can do. */
export function faultsOfVex({ statements }: Vex): readonly string[] {
  return statements.flatMap(({ vulnerability: { name }, status, products, ...said }) => {
    const faults: string[] = [];
    const components = products.flatMap(({ subcomponents = [] }) => subcomponents);
    if (components.length === 0) faults.push(`the statement about ${name} names no component`);
    if (status === 'not_affected' && !(JUSTIFICATIONS.includes(said.justification ?? '') && said.impact_statement))
      faults.push(`the statement about ${name} does not say why nobody is affected`);
    if (status === 'affected' && !said.action_statement)
      faults.push(`the statement about ${name} does not say what to do`);
    if (!['affected', 'fixed', 'not_affected', 'under_investigation'].includes(status))
      faults.push(`the statement about ${name} has the status "${status}"`);
    return faults;
  });
}
