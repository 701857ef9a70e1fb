import { TerraformElement, TerraformOutput } from 'cdktf';
import type { IConstruct } from 'constructs';
import { addressOf, isMoved, isOurs, typeOf } from '../code/attributes';
import { pathOf } from '../code/tree';

/** The outputs that this library makes. */
const ours = new WeakSet<IConstruct>();

/** Notes that an output is made by this library. */
export const claimOutput = (output: TerraformOutput): void => void ours.add(output);

/** Finds blocks of this library that CDKTF would silently merge with another block, because both have one address (C8). */
export function findMerged(constructs: readonly IConstruct[]): string[] {
  const byAddress = new Map<string, TerraformElement[]>();
  for (const element of constructs.filter(TerraformElement.isTerraformElement)) {
    const address = placeOf(element);
    if (address === undefined) continue;
    const known = byAddress.get(address);
    if (known) known.push(element);
    else byAddress.set(address, [element]);
  }
  return [...byAddress]
    .filter(([, elements]) => elements.length > 1)
    .flatMap(([address, elements]) => {
      const [first, ...others] = elements.sort((one, other) => (one.node.path < other.node.path ? -1 : 1));
      return first ? others.flatMap((other) => tell(address, other, first)) : [];
    });
}

/** The address of an output, or of a block of this library; one that is moved to another is not in the code. */
function placeOf(element: TerraformElement): string | undefined {
  if (TerraformOutput.isTerraformOutput(element)) return `output.${element.friendlyUniqueId}`;
  return isOurs(typeOf(element)) && !isMoved(element) ? addressOf(element) : undefined;
}

function tell(address: string, element: TerraformElement, first: TerraformElement): string[] {
  if (!TerraformOutput.isTerraformOutput(element)) {
    return [
      `"${pathOf(element)}" and "${pathOf(first)}" have one address, ${address}, and would be merged into one: give each its own ` +
        'logical id',
    ];
  }
  if (!ours.has(element) && !ours.has(first)) return [];
  return [
    `output ${JSON.stringify(element.friendlyUniqueId)} of "${userOf(element)}" and that of "${userOf(first)}" would be merged into ` +
      'one: pass each outputCredentials a name of its own',
  ];
}

/** The path that the program knows: that of the key with the credentials, or of its own output. */
const userOf = (output: TerraformElement): string =>
  (ours.has(output) && output.node.scope ? output.node.scope : output).node.path;
