import { expect, test } from 'vitest';
import { dialects } from '../../../../emulator';
import type { ProbeReport } from '../../../../emulator/probe/probe';
import { toProfile, toText } from '../../../../emulator/probe/report';
import type { Finding, KnobName } from '../../../../emulator/probe/session';

const known = Object.entries(dialects.conventional).map(
  ([knob, value]): Finding => ({ knob: knob as KnobName, known: true, value, says: 'seen' }),
);
const unknown = (knob: KnobName, says: string): Finding => ({ knob, known: false, says });

const REPORT: ProbeReport = {
  ...{ baseUrl: 'http://h', projectId: 'one', prefix: 'x-', findings: known.slice(0, 1), settledAfter: 0, left: [] },
  complete: true,
};

test('a report of which everything is known', () => {
  expect(toText(REPORT)).toBe(`Probe of http://h, project one. What it makes is named x-…

Known (1 of 1):
  createStatus         201                  seen

A new bucket showed its alias in the first list.
Nearest dialect: conventional.

Everything that was made is deleted.
`);
});

test('a report with what is not known, what is left, and why it ended', () => {
  const findings: Finding[] = [
    { knob: 'createStatus', known: true, value: 201, says: 'seen' },
    unknown('pageSize', 'one page'),
    { knob: 'badToken', known: true, value: 403, says: 'seen, too' },
    unknown('listScope', 'one project'),
  ];
  const left = [
    { kind: 'secret', label: 'x-a', id: 's' },
    { kind: 'bucket', label: 'x-b', id: undefined },
  ] as const;

  expect(
    toText({ ...REPORT, findings, settledAfter: undefined, left, complete: false }),
  ).toBe(`Probe of http://h, project one. What it makes is named x-…

Known (2 of 4):
  createStatus         201                  seen
  badToken             403                  seen, too

Cannot be known:
  pageSize             one page
  listScope            one project

A new bucket showed its alias in no list.
Nearest dialect: conventional, but for badToken.
It was stopped before its end.

May still be there:
  secret x-a, id s
  bucket x-b
`);
});

test('a report names all knobs in which the nearest dialect differs', () => {
  const findings = known.map((each) =>
    ['badToken', 'foreignProject'].includes(each.knob)
      ? { ...each, value: 403, ...(each.knob === 'foreignProject' && { value: 404 }) }
      : each,
  ) as Finding[];

  expect(toText({ ...REPORT, findings })).toContain(
    '\nNearest dialect: conventional, but for badToken, foreignProject.\n',
  );
});

test.each([
  [undefined, 'in no list', {}],
  [0, 'in the first list', { settle: 'immediate' }],
  [1, 'after 1 list without it', { settle: '1polls' }],
  [2, 'after 2 lists without it', { settle: '2polls' }],
])('settled after %s: %s, and the profile has %j', (settledAfter, says, settle) => {
  const report = { ...REPORT, findings: [...REPORT.findings, unknown('pageSize', 'one page')], settledAfter };

  expect(toText(report)).toContain(`\nA new bucket showed its alias ${says}.\n`);
  expect(toProfile(report)).toEqual({
    ...{ dialect: 'conventional', knobs: { createStatus: 201 }, ...settle, notKnown: { pageSize: 'one page' } },
  });
});
