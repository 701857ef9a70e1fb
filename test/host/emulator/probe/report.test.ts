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
