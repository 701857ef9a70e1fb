/** SPDX names of the licences that shipped code may have. Each requires only its text beside the program. Read a licence before you add it. */
export const ALLOWED_LICENSES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
];

/** Whether an SPDX expression requires only allowed licences: all parts joined with AND, and at least one of those joined with OR. */
export function isAllowed(expression: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((license) => ALLOWED_LICENSES.includes(license)));
}
