import { TerraformElement } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from './expressions';
import { pathOf } from './resource-id';

/** How Python writes a secret value in a string: it does not ask the object, so nothing can be thrown there. */
const IN_A_STRING = /<cdk(?:tf|tn)_coffer\.SecretValue object at 0x[0-9a-f]+>/;

/** Finds secret values that were put into strings, in programs in Python; elsewhere that is an error where it is done. */
export function checkPythonStrings(constructs: readonly IConstruct[]): string[] {
  if (!process.env.JSII_AGENT?.startsWith('Python')) return [];
  return constructs
    .filter(TerraformElement.isTerraformElement)
    .filter((element) => IN_A_STRING.test(codeFor(element, element.toTerraform())))
    .map(
      (element) =>
        `"${pathOf(element)}" has a SecretValue in a string, which Python writes as "<… SecretValue object at …>": hand the SecretValue ` +
        'itself to a prop that takes one',
    );
}
