/** A Terraform expression in JSON syntax: `expr('var.x')` is `${var.x}`. */
export const expr = (expression: string): string => `\${${expression}}`;
