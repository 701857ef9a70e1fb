import {
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  TerraformElement,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { rawOverridesOf } from './attributes';
import { codeFor } from './expressions';
import { TolerantResolver } from './misplaced-values';
import { type Reference, referenceIn } from './references';

/** Prefix of the id of CDKTF's cross-stack outputs; the address of the value follows. */
export const CROSSING_OUTPUT = 'cross-stack-output-';

/** Whether a construct is an output that CDKTF makes for a reference of another stack. */
export const isCrossing = ({ node }: IConstruct): boolean => node.id.startsWith(CROSSING_OUTPUT);

/** Type of our ephemeral blocks. */
export const EPHEMERAL_KEY = 'coffer_access_key';

/** All elements outside a stack that read one of its outputs. Stacks must have been prepared. */
export function usersElsewhere(output: TerraformOutput, from: TerraformStack): IConstruct[] {
  const needle = `.outputs.${output.friendlyUniqueId}`;
  return from.node.root.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter((element) => element.cdktfStack !== from && codeFor(element, element.toTerraform()).includes(needle));
}

/**
 * Whether an expression refers to an ephemeral value of another stack, which would have to pass through an output. Attributes of
 * resources and data sources are not ephemeral; an ephemeral access key reports its own crossings.
 */
export function crossesEphemerally(user: IConstruct, expression: string): boolean {
  const names = [...codeFor(user, expression).matchAll(/\.outputs\.([\w-]+)/g)].map(([, name]) => name);
  if (names.length === 0) return false;
  return user.node.root.node
    .findAll()
    .filter(TerraformOutput.isTerraformOutput)
    .some((output) => isCrossing(output) && names.includes(output.friendlyUniqueId) && isEphemeral(output));
}

/** Whether a cross-stack output holds an ephemeral value, or may hold one. */
function isEphemeral({ node, cdktfStack }: TerraformOutput): boolean {
  const [kind = '', name = ''] = node.id.slice(CROSSING_OUTPUT.length).split('.');
  if (kind === 'var') {
    const variables = cdktfStack.node.findAll().filter((element) => element instanceof TerraformVariable);
    const variable = variables.find(({ friendlyUniqueId }) => friendlyUniqueId === name);
    return variable?.toTerraform().variable[name].ephemeral === true;
  }
  // A local value or a module output may be ephemeral.
  return kind === 'local' || kind === 'module' || (kind === 'ephemeral' && name !== EPHEMERAL_KEY);
}

/** A use of a token in the code of an element, or in the overrides of a stack. */
export interface Use<T> {
  readonly user: IConstruct;
  readonly what: T;
}

/**
 * Finds the constructs whose code has tokens of a kind, also inside other tokens. Call it only at synthesis, and only if there is
 * something to find, since it resolves all their code.
 *
 * @param constructs where to search: elements, and stacks for what they override
 * @param recognize returns what to report of a token; undefined for every other one
 */
export function findUses<T>(
  constructs: readonly IConstruct[],
  recognize: (token: IResolvable) => T | undefined,
): Use<T>[] {
  return constructs.flatMap((user) => {
    const code = codeOf(user);
    if (code === undefined) return [];
    const resolver = new Finder(recognize);
    Tokenization.resolve(code, { scope: user, resolver, preparing: false });
    return resolver.found.map((what) => ({ user, what }));
  });
}

/** The constructs whose code contains a reference, each once. */
export function usersOf(reference: string, constructs: readonly IConstruct[]): IConstruct[] {
  const targets = Tokenization.reverse(reference).map(referenceIn);
  const uses = findUses(constructs, (token) => {
    const used = referenceIn(token);
    // CDKTF makes another reference of one that crosses stacks.
    return used && targets.find((target) => isSame(used, target));
  });
  return [...new Set(uses.map(({ user }) => user))];
}

const isSame = (one: Reference, other: Reference | undefined): boolean =>
  one.identifier === other?.identifier && one.originStack === other.originStack;

function codeOf(construct: IConstruct): unknown {
  if (TerraformElement.isTerraformElement(construct)) return construct.toTerraform();
  return TerraformStack.isStack(construct) ? rawOverridesOf(construct) : undefined;
}

class Finder<T> extends TolerantResolver {
  public readonly found: T[] = [];

  public constructor(private readonly recognize: (token: IResolvable) => T | undefined) {
    super();
  }

  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    const found = this.recognize(token);
    if (found === undefined) return super.resolveToken(token, context, postProcessor);
    this.found.push(found);
    return '';
  }
}
