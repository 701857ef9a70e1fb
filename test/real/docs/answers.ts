import { stripVTControlCharacters } from 'node:util';

const QUESTION = /Enter a value:/g;
const APPROVAL = /Only 'yes' will be accepted[^:]*Enter a value:/g;

/**
 * What a reader types when Terraform asks: `yes` before it changes something, and nothing but Enter at any other question, which no page announces.
 * Takes all output of the commands so far.
 */
export function answers(): (output: string) => string | undefined {
  let asked = 0;
  let approvals = 0;
  return (output) => {
    const text = stripVTControlCharacters(output);
    const before = { asked, approvals };
    asked = text.match(QUESTION)?.length ?? 0;
    approvals = text.match(APPROVAL)?.length ?? 0;
    if (asked === before.asked) return undefined;
    return approvals > before.approvals ? 'yes\n' : '\n';
  };
}
