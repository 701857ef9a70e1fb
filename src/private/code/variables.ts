import { TerraformVariable } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { type Attributes, at, overriddenByStack } from './attributes';
import { checkMisplacedValues } from './misplaced-values';
import type { Reference } from './outline';
import { checkStackOf, constructsToCheck } from './tree';
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

/**
 * Finds variables of the program with which CDKTF would merge ours silently, if they have a default, which would be taken for the secret, or are
 * said not to be ephemeral. Terraform reports what else differs: the merged variable is ephemeral.
 */
function checkVariables(constructs: readonly IConstruct[]): string[] {
  const variables = constructs.filter((construct) => construct instanceof TerraformVariable);
  const ours = new Map(
    variables.filter((variable) => declared.has(variable)).map((variable) => [variable.friendlyUniqueId, variable]),
  );
  return variables
    .filter((variable) => !declared.has(variable) && ours.has(variable.friendlyUniqueId))
    .filter((variable) => {
      const block = blockOf(variable);
      return block.default !== undefined || block.ephemeral === false;
    })
    .map(
      ({ friendlyUniqueId: name, node }) =>
        `variable "${name}" of "${node.path}" and that of SecretValue.fromVariable in "${ours.get(name)?.node.scope?.node.path}" would be ` +
        'merged into one, sensitive and ephemeral: give one of them another name. For a variable that is ephemeral there is ' +
        'SecretValue.fromEphemeral(variable.stringValue)',
    );
}

/** A variable of a stack, and its block with what its stack overrides in it. */
export interface DeclaredVariable {
  readonly element: TerraformVariable;
  readonly block: Attributes;
}

/** By the constructs of a validation, so that the tree is walked once. */
const known = new WeakMap<readonly IConstruct[], ReadonlyMap<string, TerraformVariable>>();

/** The variable that a reference leads to; undefined for anything else. Call it only at synthesis. */
export function variableOf({ identifier, originStack }: Reference): DeclaredVariable | undefined {
  const constructs = constructsToCheck(originStack);
  const variables =
    known.get(constructs) ??
    new Map(
      constructs
        .filter((construct) => construct instanceof TerraformVariable)
        .map((variable) => [`var.${variable.friendlyUniqueId}`, variable]),
    );
  known.set(constructs, variables);
  const [address = ''] = /^var\.[\w-]+/.exec(identifier) ?? [];
  const element = variables.get(address);
  return element && { element, block: overriddenByStack(element, blockOf(element), 'variable') };
}

const blockOf = (variable: TerraformVariable): Attributes =>
  at(['variable', variable.friendlyUniqueId], variable.toTerraform()) as Attributes;
