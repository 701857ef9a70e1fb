import { defineFunction, parameter } from 'terraform-provider-kit';

export const slug = defineFunction({
  name: 'slug',
  summary: 'Make a text part of a name',
  description: 'The text in lower-case letters and digits, with `-` in place of everything else.',
  parameters: [parameter({ name: 'text', type: 'string', description: 'Any text.' })],
  returns: 'string',
  call: (text) => {
    const plain = text.normalize('NFKD').replace(/\p{Mark}/gu, '');
    return (plain.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
  },
});
