import { expect, test } from 'vitest';
import { faultsOfNotices } from '../../../../../scripts/release/check/notices';

const component = (name: string, expression?: string) => ({
  name,
  version: '1.0',
  ...(expression && { licenses: [{ expression }] }),
});
const MIT = 'Permission is hereby granted, free of charge, to any person';
const ZLIB = "This software is provided 'as-is', without any warranty";
const notices = (...sections: readonly string[]) => ['Head', ...sections].join(`\n${'-'.repeat(80)}\n`);

test.each([
  ['every text is there', notices(`a 1.0 (MIT)\n${MIT}`), [component('a', 'MIT')], []],
  ['one of two alternatives is there', notices(`a 1.0 (MIT)\n${MIT}`), [component('a', '(MIT OR Apache-2.0)')], []],
  [
    'a component is not named',
    notices(`ab 1.0 (MIT)\n${MIT}`),
    [component('a', 'MIT')],
    ['the notices say nothing of a 1.0'],
  ],
  [
    'a text is missing',
    notices('a 1.0 (MIT)\n', `b 1.0 (MIT)\n${MIT}`),
    [component('a', 'MIT')],
    ['the notices have no text of MIT for a 1.0'],
  ],
  [
    'the text of another licence is there',
    notices(`a 1.0 (MIT AND Zlib)\n${MIT}`, `b 1.0 (Zlib)\n${ZLIB}`),
    [component('a', 'MIT AND Zlib')],
    ['the notices have no text of Zlib for a 1.0'],
  ],
  [
    'a licence is only described',
    notices(`a 1.0 (x)\n${MIT}`),
    [component('a')],
    ["a 1.0 has no licence in SPDX's terms"],
  ],
])('when %s', (_, text, components, faults) => {
  expect(faultsOfNotices(text, components)).toEqual(faults);
});
