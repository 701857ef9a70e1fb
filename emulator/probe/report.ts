import type { ProbeReport } from './probe';
import { differences, nearestDialect, toProfile } from './profile';

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
    nearest(report),
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

function nearest(report: ProbeReport): string {
  const { knobs = {} } = toProfile(report);
  const name = nearestDialect(knobs);
  const others = differences(name, knobs);
  return `Nearest dialect: ${name}${others.length === 0 ? '' : `, but for ${others.join(', ')}`}.`;
}

function toLine({ kind, label, id }: ProbeReport['left'][number]): string {
  return `  ${kind} ${label}${id === undefined ? '' : `, id ${id}`}`;
}
