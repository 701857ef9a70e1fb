import { type ITerraformIterator, Token } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import type { SecretGeneration } from '../../secret-generation';
import type { Attributes } from '../code/attributes';
import { OwnBlockWithAttributes } from '../code/own-block';
import { arithmetic } from '../code/terms';
import { isInTree, pathOf } from '../code/tree';
import { needsEphemeral } from '../code/untraced';
import { ifKnown, notEmpty, type Problem } from '../props/checks';

const MINUTE = 60_000;

export function checkGeneration({ length, overrideSpecial, rotateAfter }: SecretGeneration): Problem[] {
  return [
    ifKnown(length, (known) =>
      Number.isSafeInteger(known) && known >= 1
        ? undefined
        : `"generateValue.length" must be a whole number of at least 1, got ${known}`,
    ),
    notEmpty('generateValue.overrideSpecial', overrideSpecial),
    ifKnown(rotateAfter?.toMilliseconds(), (ms) =>
      ms >= MINUTE && ms % MINUTE === 0
        ? undefined
        : `"generateValue.rotateAfter" must be at least one minute, and whole minutes, got ${rotateAfter}`,
    ),
  ];
}

/** A value that Terraform generates, and the parts of its version. */
export interface Generated {
  readonly expression: string;
  readonly versions: readonly string[];
}

/** The constructs that use each generated value, by its expression. */
const usersOfGenerated = new Map<string, Set<IConstruct>>();

export const isGenerated = (expression: string): boolean => usersOfGenerated.has(expression);

/** Reports a second use of a generated value at synthesis: the two would differ as soon as one of them is sent without the other. */
export function useOnce(expression: string, user: IConstruct): void {
  const users = usersOfGenerated.get(expression);
  if (!users || users.has(user)) return;
  users.add(user);
  if (users.size === 1) return;
  user.node.addValidation({
    validate: () => {
      const others = [...users]
        .filter((other) => other !== user && isInTree(other))
        .map((other) => `"${pathOf(other)}"`);
      if (others.length === 0) return [];
      return [
        `"${pathOf(user)}" and ${others.join(', ')} share one generated value, but each secret that is sent gets a new one, so they would differ: generate one ` +
          'value for each',
      ];
    },
  });
}

/** Has Terraform generate a secret's value, one per element of an iterator, by providers of the stack; a missing one is an error at synthesis. */
export function generateValue(
  scope: Construct,
  generation: SecretGeneration,
  iterator?: ITerraformIterator,
): Generated {
  const { length, special, overrideSpecial, rotateAfter, version } = generation;
  // The argument has the value of CDKTF's own resources.
  const repeated = iterator && { for_each: iterator._getForEachExpression() };
  const password = new Block(scope, 'Generated', 'ephemeral.random_password', {
    length,
    ...(special !== undefined && { special }),
    ...(overrideSpecial !== undefined && { override_special: overrideSpecial }),
    ...repeated,
  });
  needsEphemeral(password);
  const rotation =
    rotateAfter &&
    new Block(scope, 'Rotation', 'time_rotating', {
      rotation_minutes: Token.isUnresolved(rotateAfter.toMilliseconds())
        ? arithmetic(rotateAfter.toMilliseconds(), '/', MINUTE)
        : rotateAfter.toMilliseconds() / MINUTE,
      ...repeated,
    });
  const versions = [...(version === undefined ? [] : [version]), ...(rotation ? [rotation.attribute('id')] : [])];
  const expression = password.attribute('result');
  usersOfGenerated.set(expression, new Set());
  return { expression, versions };
}

/** A block of another provider, whose classes are not part of this library. */
class Block extends OwnBlockWithAttributes {
  public constructor(
    scope: Construct,
    id: string,
    type: string,
    protected readonly written: Attributes,
  ) {
    super(scope, id, type);
  }
}
