/**
 * Licences of what may be part of anything that ships, as SPDX names them. Each asks for no more than its text beside the program. To add one, read
 * it first.
 */
export const ALLOWED_LICENSES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
];

/** Whether an SPDX expression asks for allowed licences only: all of those joined with AND, and one of those joined with OR. */
export function isAllowed(expression: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((license) => ALLOWED_LICENSES.includes(license)));
}
