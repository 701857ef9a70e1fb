/** Mutants of the sample that no test can detect, by id, with the reason. */
export const EQUIVALENT: Readonly<Record<string, string>> = {
  '21a472acb6ed': 'The variable is the one that was found to be set: the default is for the compiler, and never taken.',
  ddca115ea36e: 'A text that is split has a first part: the default is for the compiler, and never taken.',
  '71b12778316c':
    'What is planned has the names of the schema: an attribute is always found, and the line never reached.',
  e0cc351cf3b8: 'The expression lets through no unit but those of the table: the default is never taken.',
  cd45868c2182: 'Whether a message is joined with its prefix or written after it, the same bytes leave.',
  '214835a0ee45': 'The process has ended before: setImmediate comes first, whatever the timer says.',
  e70a8b61c5ba: 'An object in state has an id: the default is for the compiler, and never taken.',
  '32f0d85591a6':
    'Both groups of the expression match, be it nothing: the default is for the compiler, and never taken.',
  '0b6f63342036': 'What is no number becomes 0 or -1, and both are refused by the next line.',
  c00866e5f9d3: 'A count of -1 is left out like one of 0: only what is greater is told.',
  '2c74504a497e': 'Neither the empty text nor another one that is no date is a wait.',
  '2192736b96fb': 'What reading a file throws has a code: the default is for the compiler, and never taken.',
};
