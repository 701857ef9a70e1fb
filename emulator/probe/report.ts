import { type Knobs, nearestDialect } from '../settings/knobs';
import type { Profile } from '../settings/settings';
import type { ProbeReport } from './probe';
import type { Finding } from './session';

const WIDTH = 20;

/** The report for people: known values with evidence, unknown ones with reasons, and objects that may be left. No token, no body. */
export function toText(report: ProbeReport): string {
  const { baseUrl, projectId, prefix, findings, left, complete, settledAfter } = report;
  const known = findings.filter((each) => each.known);
  const rest = findings.filter((each) => !each.known);
  return [
    `Probe of ${baseUrl}, project ${projectId}. What it makes is named ${prefix}…`,
    '',
    `Known (${known.length} of ${findings.length}):`,
    ...known.map(({ knob, value, says }) => `  ${knob.padEnd(WIDTH)} ${String(value).padEnd(WIDTH)} ${says}`),
    ...(rest.length > 0 ? ['', 'Cannot be known:'] : []),
    ...rest.map(({ knob, says }) => `  ${knob.padEnd(WIDTH)} ${says}`),
    '',
    `A new bucket showed its alias ${settled(settledAfter)}.`,
    nearest(report.findings),
    ...(complete ? [] : ['It was stopped before its end.']),
    '',
    ...(left.length > 0 ? ['May still be there:', ...left.map(toLine)] : ['Everything that was made is deleted.']),
    '',
  ].join('\n');
}

function settled(lists: number | undefined): string {
  if (lists === undefined) return 'in no list';
  return lists === 0 ? 'in the first list' : `after ${lists} ${lists === 1 ? 'list' : 'lists'} without it`;
}

function nearest(findings: readonly Finding[]): string {
  const { name, differing } = nearestDialect(knownOf(findings));
  return `Nearest dialect: ${name}${differing.length === 0 ? '' : `, but for ${differing.join(', ')}`}.`;
}

function toLine({ kind, label, id }: ProbeReport['left'][number]): string {
  return `  ${kind} ${label}${id === undefined ? '' : `, id ${id}`}`;
}

/** The report as a dialect file: all known values, and the nearest dialect for the others. */
export function toProfile({ findings, settledAfter }: ProbeReport): Profile {
  const knobs = knownOf(findings);
  return {
    dialect: nearestDialect(knobs).name,
    knobs,
    ...(settledAfter !== undefined && { settle: settledAfter === 0 ? 'immediate' : `${settledAfter}polls` }),
    notKnown: Object.fromEntries(findings.flatMap((each) => (each.known ? [] : [[each.knob, each.says]]))),
  };
}

function knownOf(findings: readonly Finding[]): Partial<Knobs> {
  return Object.fromEntries(findings.flatMap((each) => (each.known ? [[each.knob, each.value]] : [])));
}
