import { TerraformVariable } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { checkMisplacedValues } from './misplaced-values';
import { checkStackOf } from './tree';
import { needsEphemeral } from './untraced';

/** The variables declared here. */
const declared = new WeakSet<IConstruct>();

/**
 * Declares a sensitive and ephemeral variable in a scope, once for any number of calls. Scopes of one stack share it. A check at
 * synthesis finds other declarations of a variable of that name.
 */
export function declareSecretVariable(
  scope: Construct,
  name: string,
  description: string | undefined,
): TerraformVariable {
  const id = `var.${name}`;
  const existing = scope.node.tryFindChild(id);
  const variable = existing && declared.has(existing) ? (existing as TerraformVariable) : declare(scope, id, name);
  if (description !== undefined) variable.addOverride('description', description);
  return variable;
}

function declare(scope: Construct, id: string, name: string): TerraformVariable {
  const variable = new TerraformVariable(scope, id, { type: 'string', sensitive: true, nullable: false });
  // People type the name after TF_VAR_, so it does not depend on where the variable is declared.
  variable.overrideLogicalId(name);
  variable.addOverride('ephemeral', true);
  needsEphemeral(variable);
  declared.add(variable);
  checkStackOf(variable, checkVariables);
  checkStackOf(variable, checkMisplacedValues);
  return variable;
}

/** Finds variables of the same name that differ; CDKTF would merge their blocks silently. */
function checkVariables(constructs: readonly IConstruct[]): string[] {
  const byName = new Map<string, TerraformVariable[]>();
  const variables = constructs.filter((construct) => construct instanceof TerraformVariable);
  for (const variable of variables.sort((a, b) => (a.node.path < b.node.path ? -1 : 1))) {
    byName.set(variable.friendlyUniqueId, [...(byName.get(variable.friendlyUniqueId) ?? []), variable]);
  }
  return [...byName].flatMap(([name, variables]) => {
    const ours = variables.filter((variable) => declared.has(variable));
    const theirs = variables.filter((variable) => !declared.has(variable));
    return otherDefinitions(name, ours, theirs);
  });
}

function otherDefinitions(
  name: string,
  [ours]: readonly TerraformVariable[],
  theirs: readonly TerraformVariable[],
): string[] {
  if (!ours) return [];
  return theirs
    .filter((variable) => definitionOf(variable) !== definitionOf(ours))
    .map(
      (variable) =>
        `variable "${name}" of "${variable.node.path}" and that of SecretValue.fromVariable in "${placeOf(ours)}" would be merged into ` +
        'one, sensitive and ephemeral: give one of them another name. For a variable that is ephemeral there is ' +
        'SecretValue.fromEphemeral(variable.stringValue)',
    );
}

function definitionOf(variable: TerraformVariable): string {
  const { [variable.friendlyUniqueId]: block } = variable.toTerraform().variable as Record<string, object>;
  const { description: _, '//': __, ...rest } = block as Record<string, unknown>;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const placeOf = ({ node }: IConstruct): string => node.scope?.node.path ?? node.path;
