import { TerraformElement } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from './expressions';
import { pathOf } from './resource-id';

/** How Python formats a secret value in a string. It does not call the object, so the object cannot throw an error there. */
const IN_A_STRING = /<cdk(?:tf|tn)_coffer\.SecretValue object at 0x[0-9a-f]+>/;

/** Finds secret values that a Python program put into strings; in other languages the operation itself is an error. */
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
